/** The words of a coach of tarok. */
import type { TarokAnnouncement, TarokFact } from '../../lib/protocol';
import { tarokSuitName } from '../../cards/packs/tarok/names';
import { contractMeans, contractName, itemName, raiseName } from './words/terms';
import { say } from '../../lib/words/coach/say.svelte';
import { listed } from '../../lib/words/names';
import { about, withoutRepeats, type Told } from '../../lib/words/coach/told';

type Of<F extends TarokFact['fact']> = Extract<TarokFact, { fact: F }>;

/** The number of taroks from which one often bids. */
const MANY_TAROKS = 8;

export function tarokSentences(facts: readonly TarokFact[], told: Told): string[] {
  const hand = facts.find((fact): fact is Of<'hand'> => fact.fact === 'hand');
  const richest = facts.find((fact): fact is Of<'richest'> => fact.fact === 'richest');
  const has = (name: TarokFact['fact']): boolean => facts.some(({ fact }) => fact === name);
  const bonuses = facts.filter((fact): fact is Of<'bonus'> => fact.fact === 'bonus');
  const said = withoutRepeats(facts).flatMap((fact): string | string[] => {
    switch (fact.fact) {
      case 'hand':
        return richest ? [] : tarokSentence(fact, told);
      case 'lead':
        // The line of the turn says it, too, and the taroks matter more.
        return has('taroks') ? [] : tarokSentence(fact, told);
      case 'bid':
        return bidText(fact, hand, told);
      case 'most_taroks':
        return [];
      case 'richest':
        return has('mond_in_talon') ? [] : groupText(fact, facts, hand);
      case 'bonus':
        return fact === bonuses[0] ? say('t.bonus', { list: bonuses.map(bonusText).join(', ') }) : [];
      case 'heaviest': {
        const ally = facts.some((other) => other.fact === 'beaten' && other.ally);
        return say(ally ? 'give' : 'rid', { cards: about(fact.cards, told).cards });
      }
      default:
        return tarokSentence(fact, told);
    }
  });
  return richest ? [say('t.talon'), ...said] : said;
}

/** One group, for one reason: two that differ leave a learner where they were. */
function groupText({ group }: Of<'richest'>, facts: readonly TarokFact[], hand: Of<'hand'> | undefined): string {
  const most = facts.find((fact): fact is Of<'most_taroks'> => fact.fact === 'most_taroks');
  if (!most) return say('t.richest', { group: group + 1 });
  if (most.group === group) return say('t.best', { group: group + 1 });
  const many = (hand?.taroks ?? 0) >= MANY_TAROKS;
  return many ? say('t.manyTaroks', { group: group + 1 }) : say('t.fewTaroks', { group: most.group + 1 });
}

function bidText({ standing, bidder, lowest }: Of<'bid'>, hand: Of<'hand'> | undefined, { nameOf }: Told): string[] {
  if (lowest === null) {
    return [say('t.bid', { name: nameOf(bidder), contract: contractName(standing) }), say('t.bidNone')];
  }
  // The line of the contract names the standing bid: here goes what one would undertake.
  const next = `${say('t.lowest', { contract: contractName(lowest) })} ${contractMeans(lowest)}`;
  return [say((hand?.taroks ?? 0) < MANY_TAROKS ? 't.bidFew' : 't.bidMany'), next];
}

function tarokSentence(
  fact: Exclude<TarokFact, Of<'bid' | 'most_taroks' | 'richest' | 'heaviest' | 'bonus'>>,
  told: Told,
): string | string[] {
  const { nameOf } = told;
  switch (fact.fact) {
    case 'hand':
      return say('t.hand', { list: handText(fact, told) });
    case 'choose':
      return [
        say('t.choose', { contract: contractName(fact.standing) }),
        contractMeans(fact.standing),
        ...(fact.klop ? [say('t.klop')] : []),
      ];
    case 'mond_in_talon':
      return say('t.mond', { group: fact.group + 1 });
    case 'discard':
      return say('t.discard', { n: fact.left });
    case 'can_void':
      return say('t.canVoid', { cards: about(fact.cards, told).cards });
    case 'valuable':
      return say('t.valuable', { cards: about(fact.cards, told).cards });
    case 'announce':
      return [
        ...(fact.trula === 3 ? [say('t.allTrula')] : []),
        ...(fact.kings === 4 ? [say('t.allKings')] : []),
        ...(fact.trula < 3 && fact.kings < 4 ? [say('t.announceIs')] : []),
        say('t.announce'),
      ];
    case 'kontra':
      return kontraText(fact, told);
    case 'aim':
      return aimText(fact, told);
    case 'gift':
      return say('t.gift');
    case 'lead':
      return say('lead');
    case 'follow':
      return fact.suit === 'T' ? say('t.followTarok') : say('t.follow', { suit: tarokSuitName(fact.suit) });
    case 'tarok':
      return say('t.tarok');
    case 'void':
      return say('t.void');
    case 'only':
      return say('only', { card: told.cardName(fact.card) });
    case 'must_beat':
      return say('t.mustBeat');
    case 'keep_pagat':
      return say('t.keepPagat');
    case 'takes':
      return fact.all ? say('takesAll') : say('takes', about(fact.cards, told));
    case 'beats':
      return fact.all ? say('beatsAll') : say('beats', about(fact.cards, told));
    case 'top':
      return say('t.top', { cards: about(fact.cards, told).cards });
    case 'beaten':
      if (fact.by === null) return say('beaten');
      return say(fact.ally ? 'beatenPartner' : 'beatenBy', { name: nameOf(fact.by) });
    case 'lies':
      return say('t.lies', { cards: about(fact.cards, told).cards });
    case 'worthless':
      return say('t.worthless', { cards: about(fact.cards, told).cards });
    case 'taroks':
      if (fact.others === 0) return say('t.taroksAlone');
      // Of one there is nothing to be saved up.
      return fact.own === 1 ? say('t.taroksOne', { others: fact.others }) : say('t.taroksLeft', { own: fact.own, others: fact.others });
    case 'pagat_at_risk':
      return say('t.pagatRisk');
    case 'mond_at_risk':
      return say(fact.certain ? 't.mondCaught' : 't.mondRisk');
    case 'progress':
      return say(fact.points < fact.need ? 't.progress' : 't.progressDone', { points: fact.points, need: fact.need });
    case 'game':
      return gameText(fact, told);
    case 'berac':
      return fact.made
        ? say('t.beracMade', { name: nameOf(fact.declarer) })
        : say('t.beracLost', { name: nameOf(fact.declarer), number: fact.tricks });
    case 'klop':
      return klopText(fact, told);
    case 'mond_lost':
      return say('t.mondPays', { name: nameOf(fact.seat) });
  }
}

function bonusText({ announcement, value }: Of<'bonus'>): string {
  return `${itemName(announcement)} ${signed(value)}`;
}

function handText({ taroks, trula, kings }: Of<'hand'>, { cardName }: Told): string {
  const held = say('t.taroks', { n: taroks });
  return listed([
    trula.length > 0 ? say('t.among', { taroks: held, list: listed(trula.map(cardName)) }) : held,
    ...(kings > 0 ? [say('t.kings', { n: kings })] : []),
  ]);
}

/** The declarer knows what is played; the others are told. */
function kontraText({ declares, multiplier, declarer, contract, announced }: Of<'kontra'>, { nameOf }: Told): string[] {
  if (declares) return [say('t.kontraAnswer')];
  if (multiplier > 1) return [say('t.raised', { raise: raiseName(multiplier), n: multiplier })];
  const theirs = contract === 'klop' ? [] : [say(`t.theirs.${contract}`, { name: nameOf(declarer), contract: contractName(contract) })];
  return [...theirs, say('t.kontra'), ...announcedText(announced)];
}

function announcedText(announced: readonly TarokAnnouncement[]): string[] {
  return announced.length === 0 ? [] : [say('t.announced', { list: listed(announced.map((item) => say(`t.item.${item}`))) })];
}

function aimText(aim: Of<'aim'>, told: Told): string[] {
  return [undertakingText(aim, told), ...announcedText(aim.announced)];
}

function undertakingText({ contract, declarer }: Of<'aim'>, { you, nameOf }: Told): string {
  if (declarer === null) return say('t.aimKlop');
  const berac = contract === 'berac' || contract === 'open_berac';
  if (declarer === you) return berac ? say('t.aimBerac') : say('t.aimAlone', { contract: contractName(contract) });
  const name = nameOf(declarer);
  return berac ? say('t.aimBeracAgainst', { name }) : say('t.aimAgainst', { name, contract: contractName(contract) });
}

function gameText({ declarer, made, own, others }: Of<'game'>, { you, nameOf }: Told): string[] {
  const { points } = own;
  const taken =
    declarer === you
      ? say(made ? 't.madeYou' : 't.failedYou', { points })
      : say(made ? 't.made' : 't.failed', { name: nameOf(declarer), points });
  const cards = { k: own.kings, ko: others.kings, t: own.trula, to: others.trula, q: own.queens, qo: others.queens };
  return [taken, say('t.cards', cards)];
}

/** The cost of half of the points or more in klop. */
const KLOP_FULL = -70;

function klopText({ points, results }: Of<'klop'>, { nameOf }: Told): string[] {
  const full = results.flatMap((result, seat) => (result === KLOP_FULL ? [nameOf(seat)] : []));
  return [
    say('t.klopTaken', { list: listed(points.map((taken, seat) => `${nameOf(seat)} ${taken}`)) }),
    ...(full.length > 0 ? [say('t.klopFull', { name: listed(full) })] : []),
  ];
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}
