/** Chat in words: phrases are said in the reader's language. */
import { t } from '../i18n/index.svelte';
import type { ChatLine, Phrase } from '../protocol';

/** The phrases, in the order in which they are offered. */
export const PHRASES = ['nice', 'bravo', 'ouch', 'hurry', 'thanks', 'again'] as const satisfies readonly Phrase[];

export function phraseText(phrase: Phrase): string {
  return t(`phrase.${phrase}`);
}

/** The text of a line. A phrase that this page does not know is shown as the server says it. */
export function lineText({ text, phrase }: Pick<ChatLine, 'text' | 'phrase'>): string {
  const known = PHRASES.find((name) => name === phrase);
  return known === undefined ? text : phraseText(known);
}
