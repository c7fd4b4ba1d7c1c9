/** The words of tarok. */
import { t } from '../../lib/i18n/index.svelte';
import { tarokTable } from './state/result';
import { CONTRACTS } from './state/values';
import { tarokSuitOfCard } from '../../cards/packs/tarok/names';
import { isTarok } from '../../cards/packs/tarok/notation';
import { tarokEventText, tarokNote, tarokSaid, tarokShowsText } from './words/events';
import { chosenIn } from './words/options';
import { tarokVerdict } from './words/result';
import { tarokRuleText } from './words/rules';
import { say } from './words/catalogues.svelte';
import { tarokAsks } from './words/asks';
import { contractName } from './words/terms';
import { tarokRanks } from './words/ranks';
import type { Mark, WordsOf } from '../words';

const words: WordsOf<'tarok'> = {
  event: tarokEventText,
  shows: tarokShowsText,
  refusal: tarokRuleText,
  ranks: tarokRanks,
  undealt: () => say('line.talon'),

  options: chosenIn,

  marks({ ofGame: own }) {
    const marks: Mark[] = [];
    if (own?.forehand) marks.push({ sign: '1', means: say('seat.forehand'), bright: false });
    if (own?.declarer) marks.push({ sign: '★', means: say('seat.declarer'), bright: true });
    else if (own?.side === 'declarer') marks.push({ sign: '☆', means: say('seat.partner'), bright: true });
    else if (own?.side === 'defenders') marks.push({ sign: '−', means: say('seat.defender'), bright: false });
    return marks;
  },

  said: tarokSaid,
  noted: tarokNote,

  yours: (event) => (event.type === 'trick_taken' && event.gift === undefined ? say('trick.yours') : undefined),

  duty(duty, led) {
    // A tarok is no card of a suit.
    return duty === 'tarok' || isTarok(led ?? '') ? say('trick.tarok') : t('table.follow', { suit: tarokSuitOfCard(led ?? '') });
  },

  played({ contract, declarer, partner }, nameOf) {
    const played = contractName(contract);
    if (declarer === null) return played;
    return `${played}: ${[declarer, ...(partner === undefined ? [] : [partner])].map(nameOf).join(' + ')}`;
  },
  contract(name) {
    const known = CONTRACTS.find((one) => one === name);
    return known ? contractName(known) : name;
  },
  tokens({ radelci, doubled }, seat) {
    const means = say('sheet.radelc');
    return [...(doubled === seat ? [{ used: true, means: say('sheet.radelcUsed') }] : []), ...(radelci ? [{ used: false, means }] : [])];
  },
  tokensLeft: (score) => (score.game === 'tarok' ? { name: say('result.radelci'), counts: score.radelci } : undefined),
  asks: tarokAsks,
  verdict: (result, you, nameOf) => tarokVerdict(tarokTable(result), you, nameOf),
};

export default words;
