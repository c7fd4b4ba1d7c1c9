/** The people that only tarok's pack has: the pagat's musician and the škis. */
import { faceFront } from '../../figures/head';
import { BLUE, GREEN, INK, OCHRE, PAPER, RED, type Dress } from '../../palette';
import { both, detail, disc, dot, fine, flat, line, place, shape, type Level } from '../../svg';

const PLAYER: Dress = { main: RED, second: GREEN, trim: OCHRE, hair: INK };

/** I, the pagat: a musician with his lute, to the waist; 102 by 56. */
export function pagat(level: Level): string {
  const lute =
    shape('M39 37C46 32 55 33 58 39 61 46 55 53 47 52 40 51 35 43 39 37Z', OCHRE) +
    disc(49, 43, 3.4, INK) +
    shape('M56 38.6 84 22.6 86 26 58 42.4Z', INK) +
    shape('M83 21 92 14 95 19 86.6 27Z', OCHRE) +
    detail(level, fine('M45 46 86 23.4M46.6 47.6 88 24.6', PAPER));
  return (
    both(
      flat('M-4-4H18C22 14 16 36 4 58H-4Z', RED) + line('M18-4C22 14 16 36 4 58') + detail(level, fine('M10-4C13 14 8 36-1 54', PAPER)),
      51,
    ) +
    shape('M24 58C22 44 30 33 42 31H60C72 33 80 44 78 58Z', BLUE) +
    detail(level, fine('M38 34 44 58M51 32V36M64 34 58 58')) +
    shape('M40 31C44 27 58 27 62 31 58 37 44 37 40 31Z', PAPER) +
    place(
      shape('M-9-10C-14-6-13 4-12 10L-7 6ZM9-10C14-6 13 4 12 10L7 6Z', PLAYER.hair) +
        faceFront(level) +
        detail(level, fine('M-3 7Q0 9.4 3 7', RED)) +
        shape('M-15-7C-8-11 8-11 15-7 12-4 6-5 0-5S-12-4-15-7Z', OCHRE) +
        shape('M-9-9C-10-17-4-20 1-19 8-19 11-14 9-9 4-11-4-11-9-9Z', GREEN) +
        shape('M7-12C14-16 20-22 19-28 10-27 4-20 4-13Z', RED),
      51,
      22,
      0,
      0.92,
    ) +
    lute +
    shape('M26 45C32 41 40 44 47 47L45 52C38 52 32 54 27 56Z', GREEN) +
    disc(48, 49.4, 3.6) +
    shape('M76 44C74 38 72 34 69 33L65 36C66 42 70 50 76 54Z', GREEN) +
    disc(68.4, 34, 3.6)
  );
}

/** The škis: the fool who beats everybody, dancing; 102 by 116. */
export function skis(level: Level): string {
  const bell = (x: number, y: number): string => disc(x, y, 3.2, OCHRE) + detail(level, line(`M${x} ${y}v2.6`));
  const diamonds = [
    [44, 56],
    [58, 56],
    [51, 66],
    [44, 76],
    [58, 76],
  ];
  return (
    flat('M-4-4H106V120H-4Z', OCHRE) +
    flat('M-4 100C20 94 40 98 60 95S92 96 106 93V120H-4Z', GREEN) +
    line('M-4 100C20 94 40 98 60 95S92 96 106 93') +
    // One leg stands, the other is thrown up.
    shape('M48 80C46 90 44 98 44 106H51C53 98 55 90 58 82Z', BLUE) +
    shape('M51 104C52 108 51 110 50 111H32C33 107 38 105 44 103.6Z', INK) +
    shape('M56 78C66 80 76 82 84 78L88 84C78 92 66 92 54 88Z', RED) +
    shape('M83 77C87 74 90 68 95 66 97 72 95 82 88 86Z', INK) +
    // The tunic, of two halves and lozenges.
    shape('M51 44C44 44 39 48 38 56L40 82 34 94 44 90 51 96Z', RED) +
    shape('M51 44C58 44 63 48 64 56L62 82 69 92 59 90 51 96Z', BLUE) +
    detail(level, diamonds.map(([x = 0, y = 0]) => flat(`M${x} ${y - 4}l3 4-3 4-3-4Z`, PAPER)).join('')) +
    bell(34, 95) +
    bell(44, 91.6) +
    bell(51, 97) +
    bell(59, 91.6) +
    bell(69, 93) +
    // Arms: a bauble in the one, the other greets.
    shape('M40 48C30 48 22 42 17 32L23 28C29 36 36 40 44 42Z', BLUE) +
    disc(19.4, 28.6, 4.2) +
    shape('M62 48C72 50 80 46 86 36L80 32C75 39 68 41 60 42Z', RED) +
    disc(84, 32.6, 4.2) +
    line('M12 34 26 10') +
    disc(27, 8, 5.6, PAPER) +
    shape('M22 6C20 0 25-3 27 0 29-4 34-1 32 6 29 3 25 3 22 6Z', RED) +
    dot(25.4, 8.4, 0.9) +
    dot(29, 8.4, 0.9) +
    shape('M38 46C42 42 60 42 64 46 62 52 40 52 38 46Z', PAPER) +
    detail(level, bell(38, 49), bell(51, 52), bell(64, 49)) +
    place(
      faceFront(level) +
        detail(level, fine('M-4 6.6Q0 10 4 6.6', RED)) +
        shape('M-11-4C-12-14-8-20 0-20 0-14-1-10 0-5-4-8-8-8-11-4Z', RED) +
        shape('M11-4C12-14 8-20 0-20 0-14 1-10 0-5 4-8 8-8 11-4Z', BLUE) +
        shape('M-10-13C-18-22-28-20-30-8-24-13-18-12-11-6Z', RED) +
        shape('M10-13C18-22 28-20 30-8 24-13 18-12 11-6Z', BLUE) +
        bell(-30, -6) +
        bell(30, -6),
      51,
      31,
    )
  );
}

/** The cap that marks the škis in the corner, where others have their numeral; 30 by 24 about the origin. */
export function skisCap(): string {
  return (
    shape('M-9 7C-10 0-15-2-16 4-18-5-12-10-6-7-4-9-2-13 0-16V7Z', RED) +
    shape('M9 7C10 0 15-2 16 4 18-5 12-10 6-7 4-9 2-13 0-16V7Z', BLUE) +
    shape('M-10 6H10V11H-10Z', OCHRE) +
    disc(-16, 6, 2.6, OCHRE) +
    disc(16, 6, 2.6, OCHRE) +
    disc(0, -17, 2.6, OCHRE)
  );
}
