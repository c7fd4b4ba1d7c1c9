/** The lines of a deal's score in words. */
import { signed, type Why } from '../../state/tarok/result';
import { say } from './say.svelte';
import { contractName, itemName, raiseTimes } from './terms';

export function whyText(why: Why): string {
  switch (why.kind) {
    case 'cards':
      return say('result.cards');
    case 'klop':
      return say('result.klop');
    case 'game':
      return times(
        `${contractName(why.contract)} ${signed(why.base)}, ${say('result.difference')} ${signed(why.beyond)}`,
        why.multiplier,
      );
    case 'berac':
      return times(`${contractName(why.contract)} ${signed(why.base)}`, why.multiplier);
    case 'announced':
      return times(say('result.announced', { item: itemName(why.item), base: signed(why.base) }), why.multiplier);
    case 'silent':
      return say(why.made ? 'result.silent' : 'result.defended', { item: itemName(why.item) });
    case 'kontra':
      return say('result.kontra');
    case 'radelc':
      return say('result.radelc');
    case 'mond':
      return say('result.mond');
  }
}

function times(words: string, multiplier: number): string {
  return multiplier === 1 ? words : `${words}, ${raiseTimes(multiplier)}`;
}
