/** The rules of each game as a text with pictures: Markdown, made into components by `tools/rulesText.ts`. */
import type { Component } from 'svelte';
import { GAME_NAMES, KINDS, type GameKind, type GameName } from '.';
import { Spoken } from '../lib/i18n/catalogues.svelte';
import { rulesWords } from '../lib/words/rules.svelte';

type RulesText = Component<{ game: GameKind; players: number }>;

const TEXTS = import.meta.glob<RulesText>('./*/rules/*.md', { import: 'default' });

/** Returns the rules of a game in the language of the reader. */
function text(name: string): Spoken<RulesText> {
  return new Spoken((language) => {
    const load = TEXTS[`./${name}/rules/${language}.md`];
    return load ? load() : Promise.reject(new Error(`no rules of ${name} in ${language}`));
  });
}

/** The rules of each game; tršet and kifameno share most of theirs. */
export const RULES = Object.fromEntries(GAME_NAMES.map((name) => [name, text(name)])) as Readonly<Record<GameName, Spoken<RulesText>>>;

/** Asks for the words of the rules, and for the text of a game if one is named, while the page's code is on its way. */
export function fetchRules(game: GameKind | undefined): void {
  rulesWords.follow();
  if (game !== undefined) RULES[KINDS[game].game].follow();
}
