/** Heads: one face for the whole court, told apart by hair, beard and what sits on top. */
import { INK, OCHRE, PAPER, RED, type Dress } from '../palette';
import { detail, disc, dot, fine, line, shape, type Level } from '../svg';

/** A face in three quarters looking right; its middle is the origin, 24 high. */
export function faceAside(level: Level): string {
  return (
    shape('M-9-8C-10-1-9 6-5.4 9.6-2 12.8 3.4 12.8 6.4 9.4 9 6.2 9.8 1 9.6-8Z', PAPER) +
    detail(
      level,
      fine('M-3.6-3.2Q-1-5 1.4-3.4M5.2-3.4Q7.2-4.8 8.8-3.4'),
      fine('M-2.8-.2Q-1-1.8 1-.2M5.4-.2Q6.9-1.6 8.3-.2'),
      fine('M4.2-2.6 5.4 3.2 3.2 3.6'),
      fine('M.6 6.8Q3 8.2 5.4 6.6', RED),
      dot(-0.7, 0.1, 0.9),
      dot(6.9, 0.1, 0.9),
      dot(-4.6, 4, 1.5, '#e9b9a0'),
    ) +
    (level === 'small' ? dot(-1, 0, 1.3) + dot(6, 0, 1.3) + line('M0 6.6H5.4') : '')
  );
}

/** A face from the front; its middle is the origin, 24 high. */
export function faceFront(level: Level): string {
  return (
    shape('M-9.6-8C-10 0-9 12 0 12S10 0 9.6-8Z', PAPER) +
    detail(
      level,
      fine('M-6.8-3.4Q-4.6-5-2.2-3.6M6.8-3.4Q4.6-5 2.2-3.6'),
      fine('M-6.2-.2Q-4.4-1.8-2.6-.2M6.2-.2Q4.4-1.8 2.6-.2M-.8-2.4V3.4H1.6'),
      dot(-4.4, 0.1, 0.9),
      dot(4.4, 0.1, 0.9),
    ) +
    (level === 'small' ? dot(-4, 0, 1.3) + dot(4, 0, 1.3) : '')
  );
}

/** Hair to the jaw, drawn behind {@link faceAside}. */
export function bob(dress: Dress): string {
  return shape('M8-11C-2-17-13-12-13-1-13 6-13.4 10-15 12.4-9 15-4.6 13-3 10L8-8Z', dress.hair);
}

/** A flat cap with a turned brim and a long feather. */
export function cap(dress: Dress, level: Level): string {
  return (
    shape('M-7-13C-16-18-24-17-29-9-22-11-18-9-9-8Z', dress.trim) +
    detail(level, fine('M-9-11C-16-14-21-14-26-11')) +
    shape('M-11-8C-14-16-9-22 1-22 10-22 14-16 11-8Z', dress.second) +
    shape('M-12-10.6C-4-13.4 5-13.4 12.4-10.6 13.4-8.6 12.6-6.8 11.2-6.4 4-9 -4-9-11-6.2-12.8-7-13-9-12-10.6Z', dress.main) +
    disc(-8.6, -11, 2.3, OCHRE)
  );
}

/** A broad brimmed rider's hat with a plume falling back. */
export function plumedHat(dress: Dress, level: Level): string {
  return (
    shape('M-9-8C-11-18-5-24 3-23 10-22 11-14 10-8Z', dress.second) +
    shape('M-9.6-12C-4-10 5-10 10.2-12L10.2-8H-9Z', dress.trim) +
    shape('M-20-4.6C-14-10.6-6-11 0-10.6 8-10.2 15-8.6 19.6-9.6 16-5 9-4.6 1-6-7-7.4-13-6.8-20-4.6Z', dress.main) +
    shape('M-6-12C-10-24-24-24-27-10-27-2-23 2-21 5-21-2-18-7-13-8Z', dress.trim) +
    detail(level, fine('M-9-12C-13-19-21-17-22.6-8-23-4-22.4-1-21.8 1'))
  );
}

/** The king's beard and hair, around {@link faceFront}. */
export function kingHair(dress: Dress): string {
  return shape('M-9-12C-15-8-14 0-14 6-16 10-17 12-16 15-11 16-7 12-6 8H6C7 12 11 16 16 15 17 12 16 10 14 6 14 0 15-8 9-12Z', dress.hair);
}

export function beard(dress: Dress, level: Level): string {
  const light = dress.hair === INK ? PAPER : INK;
  return (
    shape('M-9.8 1C-11 12-7 19-2.6 22.6L0 26 2.6 22.6C7 19 11 12 9.8 1 7.6 6 5 5.4 0 5.4S-7.6 6-9.8 1Z', dress.hair) +
    detail(level, fine('M-6.4 12C-5.6 15.4-3.6 18.4-1.6 20.6M6.4 12C5.6 15.4 3.6 18.4 1.6 20.6M0 13V22', light)) +
    shape('M0 5.4C-3 4-7 5.2-8.6 9-5.6 10-2 9.4 0 7.4 2 9.4 5.6 10 8.6 9 7 5.2 3 4 0 5.4Z', dress.hair)
  );
}

/** A tall open crown; its band sits on the brow of {@link faceFront}. */
export function crown(dress: Dress, level: Level): string {
  const lining = dress.main === OCHRE ? RED : dress.main;
  return (
    shape('M-10-12C-10-22-5-26 0-26S10-22 10-12Z', lining) +
    shape('M-12-8-15.4-26-8-19-5.4-28 0-20 5.4-28 8-19 15.4-26 12-8C4-5.6-4-5.6-12-8Z', OCHRE) +
    detail(level, fine('M-11.6-11.6C-4-9.4 4-9.4 11.6-11.6')) +
    [
      [-15.4, -27],
      [-5.4, -29],
      [5.4, -29],
      [15.4, -27],
    ]
      .map(([x = 0, y = 0]) => disc(x, y, 2.1, RED))
      .join('') +
    detail(level, disc(0, -13.6, 1.8, RED), disc(-6, -14, 1.3, PAPER), disc(6, -14, 1.3, PAPER))
  );
}
