/** Numbers as scores are written. */

const FRACTIONS = ['', '⅓', '⅔'] as const;

/** Thirds as whole points and a fraction: 35 is `11⅔`. */
export function inPoints(thirds: number): string {
  const whole = Math.floor(thirds / 3);
  const fraction = FRACTIONS[thirds % 3] ?? '';
  return whole === 0 && fraction !== '' ? fraction : `${whole}${fraction}`;
}

/** A number with its sign. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0';
}

/** A number with a minus sign of the width of digits. */
export function figured(value: number): string {
  return value < 0 ? `−${-value}` : String(value);
}
