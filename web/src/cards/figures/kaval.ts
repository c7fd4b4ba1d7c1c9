/** The knight: a rider on a stepping horse, looking the way he goes. */
import { INK, PAPER } from '../palette';
import { detail, disc, dot, fine, flat, line, mirror, place, shape, type Level } from '../svg';
import { woven, type Look } from './look';
import { hand } from './hand';
import { bob, faceAside, plumedHat } from './head';

/** A strap: ink edges with the trim's colour between them. */
function strap(d: string, trim: string): string {
  return `<path d="${d}" fill="none" stroke-width="4.4"/><path d="${d}" fill="none" stroke="${trim}" stroke-width="2"/>`;
}

function farSide(mane: string, level: Level): string {
  return (
    shape('M38 142C40.4 154 41.4 160 41 165L40.4 179H48.4L49 165C49.6 158 52 152 55 145Z') +
    shape('M40.2 177.4H48.6V184.5H37Z', INK) +
    shape('M66 144C67 154 70 158 71.6 162 71.2 168 68.6 174 66.6 179H74.6C77 172 79.4 167 79.6 161 79.4 156 80 150 82 144Z') +
    shape('M66.4 177.4H75L73.4 184.5H62.4Z', INK) +
    shape('M93 117C103 113 107.6 120 106 129 105 135 105.6 136 107 139 101 141 95.6 138 96 132 96 126 95 123 92 122Z', mane) +
    detail(level, fine('M97 118C102 121 102.4 127 101.4 132 101 134.6 101.4 136.6 102 138', mane === INK ? PAPER : INK))
  );
}

function nearSide(mane: string, trim: string, level: Level): string {
  const body = shape(
    'M37 66C47 66 54 75 56 88 57 99 60 109 66 113 74 115 80 111 88 112 97 114 100 124 98 136 96 145 91.4 150 92 157 93.4 163 91.6 171 90.2 179H82.2C84 171 84.6 164 83 160 79 155 76 151 75 146 68 151 58 151 50 148 42 147 34 144 31 138 27 131 27 121 31 113 34 107 36 101 34.6 96 31 97.4 28.6 98.6 26 101 24 104 20.6 105 17.6 103.4 14.4 101.6 14.4 97.6 16.4 94L24.6 78C26.4 73 29 69.6 33 68Z',
  );
  const hoof = shape('M81.8 177.4H90.4L90 184.5H78.6Z', INK);
  // The raised leg has no line where it grows out of the shoulder.
  const leg =
    flat('M33 131C27 139 19 142 15 146.6 12.6 150 13.6 154 16.6 155.4L20.6 167 27 165.6 23.8 155C31 153.6 42 153 50 147L46 134Z', PAPER) +
    line('M32 137C26.4 141.4 19 142.6 15 146.6 12.6 150 13.6 154 16.6 155.4L20.8 168M27.2 166.6 23.8 155C31 153.6 42 153 50 148.4') +
    shape('M20 169.4 27.6 167.2 29.6 172.6 19.6 177Z', INK);
  const manes =
    shape('M35 71C33 66 33.4 61.4 36 58.4 38.6 61.4 40 66 39.6 71Z') +
    shape(
      'M31.6 74C31.4 69 35 65.4 40 65.6 50 66 57.6 76 57.4 89 57.6 99 60 107 65 112.6 57 112 52 106 51 98 50 90 49.6 83 44 76.6 40 74.6 36 76 33.4 80Z',
      mane,
    ) +
    detail(level, fine('M41 69.6C48 72 52 82 52.6 93M46.6 71C52 77 54 87 55 97', mane === INK ? PAPER : INK));
  const face =
    dot(29.4, 82.6, 1.6) +
    detail(level, dot(18.6, 98.6, 1), fine('M19.6 102.4Q23 102 24.6 99.6M34.6 96C32 93.6 31 90 32.4 86.6M27 80.6Q29 79 31 80'));
  return (
    body +
    hoof +
    leg +
    manes +
    face +
    strap('M33.6 78.6 26.4 99.4M27.4 90.4 20.4 87.6', trim) +
    strap('M29.4 124C36 129.6 44 131.4 50 130.6', trim) +
    strap('M87 121.4C92 121.6 96 123.6 98.8 127', trim) +
    detail(level, fine('M77 145C82 143 86.6 138 88.6 131M46 140C44.4 143.4 44 145 45 147.6'))
  );
}

export function kaval(look: Look, level: Level): string {
  const d = look.dress;
  const cloak =
    shape('M66 66C80 72 94 88 101 110 92 117 82 117 72 112L60 76Z', d.second) +
    detail(level, fine('M72 76C82 84 90 96 94 112M70 84C78 92 83 102 85 114'));
  const cloth =
    shape('M48 113C60 115 76 114 88 112 90 120 90 130 88 138 76 142 62 143 51 139 48 130 47 122 48 113Z', d.second) +
    shape('M50 134C62 138 76 137 88.8 132.6L88 138C76 142 62 143 51 139Z', d.trim) +
    detail(
      level,
      woven(
        look,
        [
          [67, 128],
          [75, 122],
          [82, 127],
        ],
        PAPER,
      ),
      fine('M56 137.4V140.6M62 138.4V141.6M68 138.4V141.6M74 137.6V140.8M80 136V139.4'),
    );
  const leg =
    shape('M74 108C68 104 58 106 52 116 48 122 48 128 50 134L52 152H60L60.6 134C62 128 68 124 75 121Z', d.trim) +
    shape('M50.4 138 61 137 60.4 153C58 156.6 50 158 41 157.6 40.4 154 47 152.4 51.6 149.6Z', INK) +
    detail(level, line('M55 120V149'));
  const torso =
    shape(
      'M54 68C51 78 52 92 56 101 53 105 51.6 109 51.4 113 60 118 72 118 80 113 79 107 77 102 74.4 98 76 88 76 76 72 66 67 63 58 63 54 68Z',
      d.main,
    ) +
    detail(level, fine('M58 104C56.6 108 56 112 56 115M65 105V116.6M71 104C73 108 74 112 74.4 115M57.4 72C56 82 57 92 60 99')) +
    shape('M55 98C61 101 69 100 75 96.4L75.4 102C69 105.4 61 106 55.4 103.4Z', d.trim);
  const reinArm =
    shape('M58 69C52 76 47 85 44 93L50 98C56 93 63 86 67 79Z', d.main) + disc(45.6, 96.6, 3.8) + line('M43 97.4C38 98.6 33 97 27 93');
  const raisedArm =
    shape('M68 66C76 64 84 72 90 79L95.6 72C98 78 98 84 94 88 86 90 76 86 69 80Z', d.main) +
    shape('M88 82C88 78 89 74 90 70H98C99.6 76 98.6 82 95.6 88Z', d.trim);
  const head = mirror(bob(d) + faceAside(level) + plumedHat(d, level), 0);
  const collar = shape('M54.6 62C53 64 53 67 54.6 69 60 71.6 68 71 73 67.6 73.4 65 72 62.6 69.6 61Z', PAPER);
  const ground = line('M14 184.5H92');
  return (
    ground +
    farSide(d.hair, level) +
    nearSide(d.hair, d.trim, level) +
    cloth +
    cloak +
    leg +
    torso +
    reinArm +
    collar +
    place(head, 61, 50) +
    look.emblem(94, 68, level) +
    raisedArm +
    hand(94, 67, level)
  );
}
