/** The lines of a deal's score in words. */
import type { Seat, TarokSide } from '../../../lib/protocol';
import { signed } from '../../../lib/state/numbers';
import { type TarokTable, type Why } from '../state/result';
import type { NameOf } from '../../../lib/words/log';
import { listed } from '../../../lib/words/names';
import { say } from './catalogues.svelte';
import { contractName, itemName, raiseTimes, sideName } from './terms';

/** Says what became of the contract, as seen from a seat; undefined for a klop of which a spectator hears nothing special. */
export function tarokVerdict(table: TarokTable, you: Seat | null, nameOf: NameOf): string | undefined {
  const { declarer, partner, contract: played, scores, won } = table;
  if (declarer === undefined) return klopVerdict(table, you, nameOf);
  const made = won[declarer] ?? false;
  const contract = contractName(played);
  const score = signed(scores[declarer] ?? 0);
  const own = you === declarer || you === partner ? (scores[you ?? declarer] ?? 0) : undefined;
  if (made && own !== undefined && own < 0) return say('verdict.madeAtLoss', { contract, score: signed(own) });
  if (you === declarer && partner !== undefined)
    return say(made ? 'verdict.madeWith' : 'verdict.failedWith', { contract, score, name: nameOf(partner) });
  if (you === declarer) return say(made ? 'verdict.made' : 'verdict.failed', { contract, score });
  const name = nameOf(declarer);
  if (own !== undefined) return say(made ? 'verdict.bothMade' : 'verdict.bothFailed', { name, contract, score: signed(own) });
  if (made) return say('verdict.makes', { name, contract, score });
  return say(you === null ? 'verdict.fails' : 'verdict.stopped', { name, contract, score });
}

/** The points written for no trick in a klop, and against half of the points. */
const KLOP = 70;

function klopVerdict({ scores }: TarokTable, you: Seat | null, nameOf: NameOf): string | undefined {
  const others = (score: number): string[] => scores.flatMap((one, seat) => (one === score && seat !== you ? [nameOf(seat)] : []));
  const [full, empty] = [others(-KLOP), others(KLOP)];
  const said = [
    ...(you === null ? [] : [say('verdict.klop', { score: signed(scores[you] ?? 0) })]),
    ...(empty.length === 0 ? [] : [say('verdict.klopEmpty', { name: listed(empty) })]),
    ...(full.length === 0 ? [] : [say('verdict.klopFull', { name: listed(full) })]),
  ];
  return said.length === 0 ? undefined : said.join(' ');
}

export function whyText(why: Why): string {
  switch (why.kind) {
    case 'cards':
      return say('result.cards');
    case 'klop':
      return say('result.klop');
    case 'game':
      return times(`${contractName(why.contract)} ${signed(why.base)}, ${say('result.difference')} ${signed(why.beyond)}`, why.multiplier);
    case 'berac':
      return times(`${contractName(why.contract)} ${signed(why.base)}`, why.multiplier);
    case 'announced':
      return whose(times(say('result.announced', { item: itemName(why.item), base: signed(why.base) }), why.multiplier), why);
    case 'silent':
      return whose(times(silentText(why), why.multiplier), why);
    case 'kontra':
      return say(why.costs ? 'result.kontraCosts' : 'result.kontra');
    case 'radelc':
      return say('result.radelc');
    case 'mond':
      return say('result.mond');
  }
}

function silentText({ item, made, side }: Extract<Why, { kind: 'silent' }>): string {
  if (side !== undefined && !made) return say('result.lostSilently', { item: itemName(item) });
  return say(made ? 'result.silent' : 'result.defended', { item: itemName(item) });
}

/** Adds the side, where both may make something or announce it. */
function whose(words: string, { side }: { side?: TarokSide }): string {
  return side === undefined ? words : `${words} (${sideName(side)})`;
}

function times(words: string, multiplier: number): string {
  return multiplier === 1 ? words : `${words}, ${raiseTimes(multiplier)}`;
}
