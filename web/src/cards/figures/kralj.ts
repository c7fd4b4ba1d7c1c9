/** The king: crowned and enthroned, facing us. */
import { INK, OCHRE, PAPER } from '../palette';
import { both, detail, disc, dot, fine, line, place, shape, type Level } from '../svg';
import { woven, type Look } from './look';
import { hand } from './hand';
import { beard, crown, faceFront, kingHair } from './head';

const AXIS = 57;

export function kralj(look: Look, level: Level): string {
  const d = look.dress;
  const throne =
    shape('M32 150V58C32 50 40 44 57 42 74 44 82 50 82 58V150Z', d.second) +
    detail(level, fine('M37 148V60C37 54 44 49 57 47.4 70 49 77 54 77 60V148', PAPER)) +
    both(
      disc(32, 52, 4.4, OCHRE) +
        shape('M29 56H35V112H29Z', OCHRE) +
        shape('M22 118H38V182H22Z', OCHRE) +
        disc(28, 116, 6, OCHRE) +
        detail(level, disc(28, 116, 2.4, PAPER), fine('M26 128V176M34 128V176')),
      AXIS,
    );
  const step = shape('M17 182H92V189H17Z', d.trim) + detail(level, fine('M21 185.6H88'));
  const robe =
    shape('M42 78C32 92 29 116 29 132 27 150 24 168 22 182H91C89 168 87 150 85 132 85 116 82 92 72 78Z', d.main) +
    shape('M48 82C46 100 45 116 45.6 130 45 150 43 168 42 182H72C71 168 69 150 68.4 130 69 116 68 100 66 82Z', d.second) +
    detail(
      level,
      both(
        fine('M45.6 130C36 130 32 136 31 146M45 146C39 156 34 168 31 181M38 100C35 110 34 120 35 128') +
          fine('M51 134C50 150 49 166 48 181'),
        AXIS,
      ),
      fine('M57 136V181'),
      woven(look, [
        [36, 122],
        [78, 122],
        [37, 152],
        [77, 152],
        [30, 166],
        [84, 166],
        [37, 171],
        [77, 171],
      ]),
      [94, 104, 114, 124].map((y) => dot(57, y, 1.5, d.trim)).join(''),
    ) +
    both(shape('M42 182C40 177 44 174 49 174 54 174 55.6 178 55 182Z', INK), AXIS);
  const hem = both(
    shape('M45.6 130C45 150 43 168 42 182H47C48 168 50 150 50 131L50.6 84H48C46 100 45 116 45.6 130Z', PAPER) +
      detail(level, [92, 104, 116, 128, 140, 152, 164, 175].map((y) => dot(48 - Math.max(0, y - 128) * 0.055, y, 1)).join('')),
    AXIS,
  );
  const mantle =
    shape('M46 70C36 76 31 88 30 100 40 108 50 104 57 98 64 104 74 108 84 100 83 88 78 76 68 70Z', PAPER) +
    detail(
      level,
      [
        [38, 92],
        [45, 97],
        [52, 94],
        [62, 94],
        [69, 97],
        [76, 92],
        [41, 84],
        [73, 84],
      ]
        .map(([x = 0, y = 0]) => shape(`M${x} ${y}l-1.2 3.6h2.4Z`, INK))
        .join(''),
    );
  const restingArm =
    shape('M33 92C26 98 24 108 26 116L38 122C42 116 42 106 40 98Z', d.main) +
    detail(level, fine('M33 98C30 104 30 110 31.6 116')) +
    shape('M24.6 113 39 119 37.4 124 23.6 118.4Z', d.trim) +
    shape(
      'M23.6 118.4C19.6 120.6 19.6 125.4 22 127.4 23.4 128.6 25 128 25.4 126.8 26.4 128.6 28.6 128.4 29.2 126.8 30.6 128 32.6 127.4 33 125.6 35 126 36.8 125 37.4 124Z',
      PAPER,
    );
  const raisedArm =
    shape('M80 92C90 96 97 92 99 84L90 82C88 86 84 88 78 86Z', d.main) +
    shape('M76 86C74 100 78 112 86 112 96 110 101 98 100.4 85L91 83C89.6 92 86 92 82 88Z', d.main) +
    detail(level, fine('M95 92C94 100 90 106 86 108')) +
    shape('M90 78 101.4 80 101 86 89.6 84Z', d.trim);
  const head = kingHair(d) + faceFront(level) + beard(d, level) + crown(d, level);
  return (
    throne +
    robe +
    hem +
    step +
    mantle +
    restingArm +
    place(head, AXIS, 52) +
    look.emblem(96, 74, level) +
    raisedArm +
    hand(96, 74, level) +
    line('M17 189H92')
  );
}
