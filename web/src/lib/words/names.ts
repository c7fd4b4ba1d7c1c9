/** Games, players, levels and failures in words. */
import { language, locale, t } from '../i18n/index.svelte';
import type { FailureCode } from '../net/api';
import { GAMES, KIND_NAMES } from '../../games';
import { LEVELS, type Clock, type GameOptions, type Player, type Seek } from '../protocol';
import { clockText } from '../state/clock';
import { gameOf } from '../state/kind';
import { dateFormat, listFormat, numberFormat } from './formats';

export function levelName(level: string): string {
  const known = LEVELS.find((name) => name === level);
  return known ? t(`level.${known}`) : level;
}

/** Returns the names as a list in the reader's language. */
export function listed(names: readonly string[]): string {
  return listFormat(locale(), {}).format(names);
}

/** Begins a sentence with a capital letter, even if its first word is the name of a card or a game. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}

/** The name to show; a deleted account has none. */
export function playerName(player: Player): string {
  return player.name === '' ? t('player.gone') : player.name;
}

export function badge(player: Player): string {
  if (player.kind === 'guest') return t('player.guest');
  if (player.kind !== 'bot') return '';
  if (player.level === undefined) return t('player.bot');
  // Its name is no adjective.
  return player.level === 'natural' ? t('player.botNatural') : t('player.botLevel', { level: levelName(player.level) });
}

/** `trset-2` as `tršet · 2 players`. */
export function kindName(kind: string): string {
  const [game, players] = kind.split('-');
  const known = KIND_NAMES.find((name) => name === game);
  if (known === undefined || players === undefined) return kind;
  return t('kind.name', { game: t(`game.${known}`), players: t('game.players', { n: Number(players) }) });
}

/** Returns the names of a wish's game and pace, for sentences. */
export function seekWords({ kind, pace }: Seek): { game: string; pace: string } {
  return { game: kindName(kind), pace: t(`pair.${pace}`).toLocaleLowerCase(locale()) };
}

export function gameName(game: GameOptions): string {
  return t(`game.${gameOf(game)}`);
}

/** Returns the special options of a table's game, in a few words. */
export function optionWords(game: GameOptions): string[] {
  return GAMES[game.name].told(game.options).map(([key, values]) => (values === undefined ? t(key) : t(key, values)));
}

/** A sum shared among some deals, to a tenth; a dash if there are none. */
export function averageText(sum: number, deals: number): string {
  if (deals === 0) return '–';
  const format = numberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'negative' });
  return format.format(sum / deals).replace('-', '−');
}

/** The time that a clock gives for a move, such as `20 s`. */
export function moveTime({ move_ms }: Clock): string {
  const minutes = move_ms >= 60_000 && move_ms % 60_000 === 0;
  const unit = numberFormat(locale(), { style: 'unit', unit: minutes ? 'minute' : 'second', unitDisplay: 'short' });
  return unit.format(move_ms / (minutes ? 60_000 : 1000));
}

/** Milliseconds as `8 s`: whole seconds, begun ones counted. */
export function secondsLeft(ms: number): string {
  return numberFormat(locale(), { style: 'unit', unit: 'second', unitDisplay: 'short' }).format(Math.ceil(ms / 1000));
}

/** Milliseconds in words, such as `1 minute 20 seconds`: whole seconds, begun ones counted. */
export function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const inUnit = (n: number, unit: 'minute' | 'second'): string =>
    numberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(n);
  if (seconds < 60) return inUnit(seconds, 'second');
  const rest = seconds % 60;
  return [inUnit(Math.floor(seconds / 60), 'minute'), ...(rest === 0 ? [] : [inUnit(rest, 'second')])].join(' ');
}

/** The clock of a table; the reserve, if it has one, is written as it stands at the seats. */
export function clockWords(clock: Clock): string {
  const move = moveTime(clock);
  return clock.bank_ms === 0 ? t('pair.perMove', { time: move }) : t('game.clock', { move, bank: clockText(clock.bank_ms) });
}

export function failureText(code: FailureCode): string {
  return t(`error.${code}`);
}

/** The reader's own region of the language, for dates and times, in the script of the page. */
function region(): string {
  const spoken = language();
  const own = window.navigator.languages.find((tag) => tag.startsWith(`${spoken}-`));
  if (own === undefined) return spoken === 'en' ? 'en-GB' : locale();
  return spoken === 'sr' ? new Intl.Locale(own, { script: 'Latn' }).toString() : own;
}

export function timeText(iso: string): string {
  return dateFormat(region(), { timeStyle: 'short' }).format(new Date(iso));
}

export function dateText(iso: string, withTime = true): string {
  const style = withTime ? ({ dateStyle: 'medium', timeStyle: 'short' } as const) : ({ dateStyle: 'medium' } as const);
  return dateFormat(region(), style).format(new Date(iso));
}

/** Milliseconds as seconds with one decimal. */
export function secondsText(ms: number): string {
  return numberFormat(region(), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(ms / 1000);
}
