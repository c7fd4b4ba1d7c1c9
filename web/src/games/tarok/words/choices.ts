/** Announcements and raises, as choices with their words. */
import type { TarokTerms } from '../../../lib/protocol';
import type { Legal } from '../state/actions';
import { itemValue } from '../state/values';
import { say } from './catalogues.svelte';
import { contractName, itemMeans, itemName, raiseName, raiseTimes, stakeValue } from './terms';

/** Something that can be said. */
export interface Choice {
  /** The action it stands for. */
  action: string;
  label: string;
  /** The text that the button has for it. */
  said: string;
  value: string;
  means: string;
  /** The name of the raise, where it is one. */
  raise?: string;
}

/** The announcements, a valat at the end: after it nothing else can be said. */
export function announceChoices({ announcements }: Legal): Choice[] {
  const inOrder = [...announcements.filter((item) => item !== 'valat'), ...announcements.filter((item) => item === 'valat')];
  return inOrder.map((item) => ({
    action: `announce:${item}`,
    label: itemName(item),
    said: itemName(item),
    value: say('value.plain', { n: itemValue(item) }),
    means: itemMeans(item),
  }));
}

/** The stakes that can be raised, with the value of each now and after the raise. */
export function raiseChoices({ raises }: Legal, { stakes, contract }: TarokTerms): Choice[] {
  return stakes
    .filter(({ item }) => raises.includes(item))
    .map(({ item, multiplier: now, side }) => {
      const plain = item === 'game' ? contractName(contract) : itemName(item);
      const name = side === 'defenders' ? say('line.against', { what: plain }) : plain;
      return {
        action: `raise:${item}`,
        label: name,
        said: `${raiseName(2 * now)} ${plain}`,
        raise: raiseName(2 * now),
        value: raiseTimes(2 * now),
        means: `${stakeValue(item, contract, now)} → ${stakeValue(item, contract, 2 * now)}`,
      };
    });
}
