/** Thirds in words: `1⅓ points`. */
import { t } from '../i18n/index.svelte';
import { inPoints } from '../state/numbers';

/** Stands for any fraction when the plural form is chosen; one digit keeps the rules of all our languages right. */
const SOME_PART = 0.3;

export function pointsText(thirds: number): string {
  const points = inPoints(thirds);
  if (thirds > 0 && thirds < 3) return t('points.part', { points });
  const n = Math.floor(thirds / 3) + (thirds % 3 === 0 ? 0 : SOME_PART);
  return t('points.whole', { n, points });
}
