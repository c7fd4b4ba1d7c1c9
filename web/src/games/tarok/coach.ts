/** The words of a coach of tarok. */
import type { TarokAnnouncement, TarokFact } from '../../lib/protocol';
import { tarokSuitName } from '../../cards/packs/tarok/names';
import { contractMeans, contractName, itemName, raiseName } from './words/terms';
import { say as shared } from '../../lib/words/coach/catalogue.svelte';
import { coachSay as say } from './words/catalogues.svelte';
import { listed } from '../../lib/words/names';
import { about, withoutRepeats, type CoachContext } from '../../lib/words/coach/context';
import type { CoachOf } from '../coaches';

type Of<F extends TarokFact['fact']> = Extract<TarokFact, { fact: F }>;

/** The number of taroks from which one often bids. */
const MANY_TAROKS = 8;

function tarokSentences(facts: readonly TarokFact[], context: CoachContext): string[] {
  const hand = facts.find((fact): fact is Of<'hand'> => fact.fact === 'hand');
  const richest = facts.find((fact): fact is Of<'richest'> => fact.fact === 'richest');
  const has = (name: TarokFact['fact']): boolean => facts.some(({ fact }) => fact === name);
  const bonuses = facts.filter((fact): fact is Of<'bonus'> => fact.fact === 'bonus');
  const said = withoutRepeats(facts).flatMap((fact): string | string[] => {
    switch (fact.fact) {
      case 'hand':
        return richest ? [] : tarokSentence(fact, context);
      case 'lead':
        // The line of the turn says it, too, and the taroks matter more.
        return has('taroks') ? [] : tarokSentence(fact, context);
      case 'bid':
        return bidText(fact, hand, context);
      case 'most_taroks':
        return [];
      case 'richest':
        return has('mond_in_talon') ? [] : groupText(fact, facts, hand);
      case 'bonus':
        return fact === bonuses[0] ? say('bonus', { list: bonuses.map(bonusText).join(', ') }) : [];
      case 'heaviest': {
        const ally = facts.some((other) => other.fact === 'beaten' && other.ally);
        return shared(ally ? 'give' : 'rid', { cards: about(fact.cards, context).cards });
      }
      default:
        return tarokSentence(fact, context);
    }
  });
  return richest ? [say('talon'), ...said] : said;
}

/** One group, for one reason: two that differ leave a learner where they were. */
function groupText({ group }: Of<'richest'>, facts: readonly TarokFact[], hand: Of<'hand'> | undefined): string {
  const most = facts.find((fact): fact is Of<'most_taroks'> => fact.fact === 'most_taroks');
  if (!most) return say('richest', { group: group + 1 });
  if (most.group === group) return say('best', { group: group + 1 });
  const many = (hand?.taroks ?? 0) >= MANY_TAROKS;
  return many ? say('manyTaroks', { group: group + 1 }) : say('fewTaroks', { group: most.group + 1 });
}

function bidText({ standing, bidder, lowest }: Of<'bid'>, hand: Of<'hand'> | undefined, { nameOf }: CoachContext): string[] {
  if (lowest === null) {
    return [say('bid', { name: nameOf(bidder), contract: contractName(standing) }), say('bidNone')];
  }
  // The line of the contract names the standing bid: here goes what one would undertake.
  const next = `${say('lowest', { contract: contractName(lowest) })} ${contractMeans(lowest)}`;
  return [say((hand?.taroks ?? 0) < MANY_TAROKS ? 'bidFew' : 'bidMany'), next];
}

function tarokSentence(
  fact: Exclude<TarokFact, Of<'bid' | 'most_taroks' | 'richest' | 'heaviest' | 'bonus'>>,
  context: CoachContext,
): string | string[] {
  const { nameOf } = context;
  switch (fact.fact) {
    case 'hand':
      return say('hand', { list: handText(fact, context) });
    case 'choose':
      return [say('choose', { contract: contractName(fact.standing) }), contractMeans(fact.standing), ...(fact.klop ? [say('klop')] : [])];
    case 'mond_in_talon':
      return say('mond', { group: fact.group + 1 });
    case 'discard':
      return say('discard', { n: fact.left });
    case 'can_void':
      return say('canVoid', { cards: about(fact.cards, context).cards });
    case 'valuable':
      return say('valuable', { cards: about(fact.cards, context).cards });
    case 'announce':
      return [
        ...(fact.trula === 3 ? [say('allTrula')] : []),
        ...(fact.kings === 4 ? [say('allKings')] : []),
        ...(fact.trula < 3 && fact.kings < 4 ? [say('announceIs')] : []),
        say('announce'),
      ];
    case 'kontra':
      return kontraText(fact, context);
    case 'aim':
      return aimText(fact, context);
    case 'gift':
      return say('gift');
    case 'lead':
      return shared('lead');
    case 'follow':
      return fact.suit === 'T' ? say('followTarok') : say('follow', { suit: tarokSuitName(fact.suit) });
    case 'tarok':
      return say('tarok');
    case 'void':
      return say('void');
    case 'only':
      return shared('only', { card: context.cardName(fact.card) });
    case 'must_beat':
      return say('mustBeat');
    case 'keep_pagat':
      return say('keepPagat');
    case 'takes':
      return fact.all ? shared('takesAll') : shared('takes', about(fact.cards, context));
    case 'beats':
      return fact.all ? shared('beatsAll') : shared('beats', about(fact.cards, context));
    case 'top':
      return say('top', { cards: about(fact.cards, context).cards });
    case 'beaten':
      if (fact.by === null) return shared('beaten');
      return shared(fact.ally ? 'beatenPartner' : 'beatenBy', { name: nameOf(fact.by) });
    case 'lies':
      return say('lies', { cards: about(fact.cards, context).cards });
    case 'worthless':
      return say('worthless', { cards: about(fact.cards, context).cards });
    case 'taroks':
      if (fact.others === 0) return say('taroksAlone');
      // Of one there is nothing to be saved up.
      return fact.own === 1 ? say('taroksOne', { others: fact.others }) : say('taroksLeft', { own: fact.own, others: fact.others });
    case 'pagat_at_risk':
      return say('pagatRisk');
    case 'mond_at_risk':
      return say(fact.certain ? 'mondCaught' : 'mondRisk');
    case 'progress':
      return say(fact.points < fact.need ? 'progress' : 'progressDone', { points: fact.points, need: fact.need });
    case 'game':
      return gameText(fact, context);
    case 'berac':
      return fact.made
        ? say('beracMade', { name: nameOf(fact.declarer) })
        : say('beracLost', { name: nameOf(fact.declarer), number: fact.tricks });
    case 'klop':
      return klopText(fact, context);
    case 'mond_lost':
      return say('mondPays', { name: nameOf(fact.seat) });
  }
}

function bonusText({ announcement, value }: Of<'bonus'>): string {
  return `${itemName(announcement)} ${signed(value)}`;
}

function handText({ taroks, trula, kings }: Of<'hand'>, { cardName }: CoachContext): string {
  const held = say('taroks', { n: taroks });
  return listed([
    trula.length > 0 ? say('among', { taroks: held, list: listed(trula.map(cardName)) }) : held,
    ...(kings > 0 ? [say('kings', { n: kings })] : []),
  ]);
}

/** The declarer knows what is played; the others learn it here. */
function kontraText({ declares, multiplier, declarer, contract, announced }: Of<'kontra'>, { nameOf }: CoachContext): string[] {
  if (declares) return [say('kontraAnswer')];
  if (multiplier > 1) return [say('raised', { raise: raiseName(multiplier), n: multiplier })];
  const theirs = contract === 'klop' ? [] : [say(`theirs.${contract}`, { name: nameOf(declarer), contract: contractName(contract) })];
  return [...theirs, say('kontra'), ...announcedText(announced)];
}

function announcedText(announced: readonly TarokAnnouncement[]): string[] {
  return announced.length === 0 ? [] : [say('announced', { list: listed(announced.map((item) => say(`item.${item}`))) })];
}

function aimText(aim: Of<'aim'>, context: CoachContext): string[] {
  return [undertakingText(aim, context), ...announcedText(aim.announced)];
}

function undertakingText({ contract, declarer }: Of<'aim'>, { you, nameOf }: CoachContext): string {
  if (declarer === null) return say('aimKlop');
  const berac = contract === 'berac' || contract === 'open_berac';
  if (declarer === you) return berac ? say('aimBerac') : say('aimAlone', { contract: contractName(contract) });
  const name = nameOf(declarer);
  return berac ? say('aimBeracAgainst', { name }) : say('aimAgainst', { name, contract: contractName(contract) });
}

function gameText({ declarer, made, own, others }: Of<'game'>, { you, nameOf }: CoachContext): string[] {
  const { points } = own;
  const taken =
    declarer === you ? say(made ? 'madeYou' : 'failedYou', { points }) : say(made ? 'made' : 'failed', { name: nameOf(declarer), points });
  const cards = { k: own.kings, ko: others.kings, t: own.trula, to: others.trula, q: own.queens, qo: others.queens };
  return [taken, say('cards', cards)];
}

/** The cost of half of the points or more in klop. */
const KLOP_FULL = -70;

function klopText({ points, results }: Of<'klop'>, { nameOf }: CoachContext): string[] {
  const full = results.flatMap((result, seat) => (result === KLOP_FULL ? [nameOf(seat)] : []));
  return [
    say('klopTaken', { list: listed(points.map((taken, seat) => `${nameOf(seat)} ${taken}`)) }),
    ...(full.length > 0 ? [say('klopFull', { name: listed(full) })] : []),
  ];
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

const coach: CoachOf<'tarok'> = {
  sentences: (facts, _, context) => tarokSentences(facts, context),
};

export default coach;
