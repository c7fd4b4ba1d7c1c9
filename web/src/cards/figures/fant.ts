/** The knave: on foot, one hand on the hip, the emblem raised in the other. */
import { INK, PAPER } from '../palette';
import { detail, disc, dot, fine, line, place, shape, type Level } from '../svg';
import { woven, type Look } from './look';
import { hand } from './hand';
import { bob, cap, faceAside } from './head';

export function fant(look: Look, level: Level): string {
  const d = look.dress;
  const ground = line('M18 184.5H88') + detail(level, fine('M24 187.6H34M62 187.6H76'));
  const legs =
    shape('M66 112C71 128 77 138 77 147 80 155 80 166 77.4 178H70.4C68.6 166 67.4 157 68 147 64 139 60 130 58 116Z', d.second) +
    shape('M69.6 175.6H78C83 179 90 180.6 91.4 184.5H70.4C68.4 181 68.6 178 69.6 175.6Z', INK) +
    shape('M48 112C45 128 46 138 47.4 147 44 155 45 166 46.8 178H54C56.2 166 58 157 56.8 147 59 138 61 130 62 114Z', d.trim) +
    shape('M46 175.6H54.6C55.6 178 55.6 181 54 184.5H32C33.4 180.6 41 179 46 175.6Z', INK);
  const cape =
    shape('M49 60C36 76 29 98 27 126 36 132 44 130 50 124L70 66Z', d.second) +
    detail(level, fine('M42 80C37 94 34.6 110 34.4 127M48 84C44 98 42 112 42 128'));
  const backArm =
    shape('M50 60C40 62 33 72 30.4 83 29.4 88 34 91.6 38 89.6 44 84 50 78 53 74Z', d.main) +
    shape('M31 84C34 90 41 95.4 47.6 98.6L51 92.4C46 89 41.4 84.6 38.6 79.6Z', d.trim) +
    disc(49.6, 96, 4);
  const tunic =
    shape(
      'M53 56C48 58 46 64 47.4 74 48.6 82 51 87 51.8 92.6 46.6 102 42.6 110 40.6 120 43 125 49 126 52 121.4 55 127 61 127 64 121.6 67 127 73 126.6 75 121 79 125 82.6 123 83.8 118.6 81.6 109 77 101 72.8 92.6 73.4 87 76 82 77 74 78.2 64 76 58 71 56Z',
      d.main,
    ) +
    detail(
      level,
      fine('M54 97C50 105 48 112 47 120M60 98C58.6 106 58 113 58 121M66 98C67.4 106 69 113 70 120M71 97C74.6 104 77 110 78.6 117'),
      [64, 71, 78, 85].map((y) => dot(64.4, y, 1.2, d.main === d.trim ? INK : d.trim)).join(''),
      fine('M61.6 58V90'),
      woven(look, [
        [54, 70],
        [55, 82],
        [72, 70],
        [51, 112],
        [62.4, 110],
        [73, 111],
      ]),
    ) +
    shape('M51.4 90C57 93 67 93 73 90L73.6 96C67 99 57 99 51 96Z', d.trim) +
    disc(63, 95, 2.8);
  const collar =
    shape('M54 53.6C51 55 50 58 51 60.4 57 64 67 64 73 60 73.6 57 72.4 54.6 69.4 53.4Z', PAPER) +
    detail(level, fine('M55 61.8 56 57M60 63 60.4 58M65 63 65 58M70 61.4 69 57'));
  const frontArm =
    shape('M87 92C84.6 84 85.6 78 88 71H96C98.4 78 97.4 86 93.4 92.6Z', d.trim) +
    shape('M72 58.6C84 57 95 70 97 84 97.4 92 90 96.6 84.6 92 79 86 74 80 71 76Z', d.main) +
    detail(level, fine('M79 64C86 69 91 77 92.4 86M75.4 68C80.4 73 84.6 80 86.4 87'));
  const head = bob(d) + faceAside(level) + cap(d, level);
  return (
    ground + cape + legs + backArm + tunic + collar + place(head, 61, 43) + look.emblem(92, 68, level) + frontArm + hand(92, 68, level)
  );
}
