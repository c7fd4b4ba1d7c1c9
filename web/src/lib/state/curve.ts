/** A rating's way through its matches, laid out on a plane. */
export interface Curve {
  /** Each rating: before the first match, and after each one. */
  dots: { x: number; y: number; rating: number }[];
  /** Heights with a round number. */
  lines: { y: number; rating: number }[];
  low: number;
  high: number;
}

/** The distances at which round numbers may stand. */
const ROUND = [10, 20, 50, 100, 200, 500, 1000];
const MOST_LINES = 5;

/** `before` is the rating before the first match, `after` that after each. */
export function ratingCurve(before: number, after: readonly number[], width: number, height: number): Curve {
  const ratings = [before, ...after];
  const low = Math.min(...ratings);
  const high = Math.max(...ratings);
  const apart = ROUND.find((step) => (high - low) / step < MOST_LINES - 1) ?? ROUND[ROUND.length - 1] ?? 1;
  const bottom = Math.floor(low / apart) * apart;
  const top = Math.max(Math.ceil(high / apart) * apart, bottom + apart);
  const y = (rating: number): number => height - ((rating - bottom) / (top - bottom)) * height;
  const x = (n: number): number => (ratings.length === 1 ? width / 2 : (n / (ratings.length - 1)) * width);
  const lines = [];
  for (let rating = bottom; rating <= top; rating += apart) lines.push({ y: y(rating), rating });
  return { dots: ratings.map((rating, n) => ({ x: x(n), y: y(rating), rating })), lines, low, high };
}
