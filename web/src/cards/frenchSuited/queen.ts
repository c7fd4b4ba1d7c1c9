/** The queen of the French-suited packs. */
import { hand } from '../figures/hand';
import { crown, faceFront } from '../figures/head';
import { woven, type Look } from '../figures/look';
import { PAPER, RED } from '../palette';
import { both, detail, disc, dot, fine, line, place, shape, type Level } from '../svg';

const AXIS = 57;

/** The queen: standing, in a wide gown, the suit's sign in her hand. */
export function dama(look: Look, level: Level): string {
  const d = look.dress;
  const veil = shape('M44 38C36 50 34 74 30 94 36 98 44 96 48 90H66C70 96 78 98 84 94 80 74 78 50 70 38Z', d.hair);
  const gown =
    shape('M47 92C42 116 30 156 22 184.5H92C84 156 72 116 67 92Z', d.main) +
    shape('M51 94C50 120 46 156 42 184.5H72C68 156 64 120 63 94Z', d.second) +
    shape('M24.6 175C46 180 68 180 89.4 175L92 184.5H22Z', d.trim) +
    detail(
      level,
      both(fine('M45 104C40 130 32 154 27 172M49 112C47 134 44 154 42 170') + fine('M54 104C53 130 52 150 50 176'), AXIS),
      woven(look, [
        [38, 150],
        [76, 150],
        [34, 166],
        [80, 166],
        [41, 132],
        [73, 132],
      ]),
    );
  const bodice =
    shape('M44 68C41 78 44 88 46.6 95 53 99 61 99 67.4 95 70 88 73 78 70 68 62 73 52 73 44 68Z', d.main) +
    shape('M46.4 91C53 95 61 95 67.6 91L68 96.6C61 100 53 100 46 96.6Z', d.trim) +
    detail(level, [77, 84].map((y) => dot(AXIS, y, 1.4, d.trim)).join(''));
  const collar =
    shape('M40 66C44 59 50 58 57 61 64 58 70 59 74 66 66 72 48 72 40 66Z', PAPER) +
    detail(level, fine('M44 66 47 61.4M49 68.6 50.6 62M54 69.6 54.6 63M60 69.6 59.4 63M65 68.6 63.4 62M70 66 67 61.4'));
  const restingArm =
    shape('M45 69C36 69 29 77 27 88L38 94C42 88 46 82 48 77Z', d.second) +
    shape('M27.6 86C30 97 40 104 51 106L53 99.6C46 97 41 93 38 88Z', d.main) +
    disc(54, 102.6, 4.2) +
    detail(level, fine('M36 74C33 79 31.6 84 31.6 89'));
  const raisedArm =
    shape('M69 69C79 68 88 76 92 87L84 96C78 92 71 85 67 79Z', d.second) +
    shape('M91 92C89 85 89 80 91 74H100C101 80 101 88 97 95 92 98 86 96 84 92Z', d.main) +
    detail(level, fine('M76 73C81 77 85 83 86 90'));
  const face =
    shape('M-10-8C-14-2-13 8-14 14-9 15-7 10-7.6 4ZM10-8C14-2 13 8 14 14 9 15 7 10 7.6 4Z', d.hair) +
    faceFront(level) +
    detail(level, fine('M-2.6 7.4Q0 8.8 2.6 7.4', RED), dot(-6, 4.6, 1.4, '#e9b9a0'), dot(6, 4.6, 1.4, '#e9b9a0'));
  return (
    line('M16 184.5H96') +
    veil +
    gown +
    bodice +
    restingArm +
    collar +
    place(face + place(crown(d, level), 0, 2, 0, 0.86), AXIS, 49) +
    look.emblem(96, 74, level) +
    raisedArm +
    hand(96, 74, level)
  );
}
