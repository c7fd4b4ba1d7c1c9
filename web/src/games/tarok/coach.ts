/** The words of a coach of tarok. */
import type { Seat, TarokFact } from '../../lib/protocol';
import { tarokSuitName } from '../../cards/packs/tarok/names';
import { callsKing, contractMeans, contractName, itemName, raiseName, sideName } from './words/terms';
import { say as shared } from '../../lib/words/coach/catalogue.svelte';
import { coachSay as say } from './words/catalogues.svelte';
import { listed } from '../../lib/words/names';
import { about, withoutRepeats, type CoachContext } from '../../lib/words/coach/context';
import type { CoachOf } from '../coaches';

type Of<F extends TarokFact['fact']> = Extract<TarokFact, { fact: F }>;

/** The number of taroks from which one of three or four players often bids: half of the hand. */
const MANY_TAROKS: Record<number, number> = { 3: 8, 4: 6 };

function hasManyTaroks(hand: Of<'hand'> | undefined, { players }: CoachContext): boolean {
  return (hand?.taroks ?? 0) >= (MANY_TAROKS[players] ?? 0);
}

function tarokSentences(facts: readonly TarokFact[], context: CoachContext): string[] {
  const hand = facts.find((fact): fact is Of<'hand'> => fact.fact === 'hand');
  const richest = facts.find((fact): fact is Of<'richest'> => fact.fact === 'richest');
  const has = (name: TarokFact['fact']): boolean => facts.some(({ fact }) => fact === name);
  const bonuses = facts.filter((fact): fact is Of<'bonus'> => fact.fact === 'bonus');
  const kingInTalon = has('king_in_talon');
  const said = withoutRepeats(facts).flatMap((fact): string | string[] => {
    switch (fact.fact) {
      case 'hand':
        return richest || has('call') ? [] : tarokSentence(fact, context);
      case 'lead':
        // The line of the turn says it, too, and the taroks matter more.
        return has('taroks') ? [] : tarokSentence(fact, context);
      case 'bid':
        return bidText(fact, hand, context);
      case 'most_taroks':
        return [];
      case 'richest':
        return has('mond_in_talon') ? [] : groupText(fact, facts, hand, context);
      case 'mond_in_talon':
        return say(kingInTalon && !isWithKing(fact, facts) ? 'mondUnless' : 'mond', { group: fact.group + 1 });
      case 'announce':
        return announceText(fact, has('kontra') || has('partner'));
      case 'bonus':
        return fact === bonuses[0] ? bonusesText(bonuses, facts) : [];
      case 'heaviest': {
        const ally = facts.some((other) => other.fact === 'beaten' && other.ally);
        return shared(ally ? 'give' : 'rid', { cards: about(fact.cards, context).cards });
      }
      default:
        return tarokSentence(fact, context);
    }
  });
  return richest && !kingInTalon ? [say('talon'), ...said] : said;
}

function isWithKing({ group }: Of<'mond_in_talon'>, facts: readonly TarokFact[]): boolean {
  return facts.some((fact) => fact.fact === 'king_in_talon' && fact.group === group);
}

/** One group, for one reason: two that differ leave a learner where they were. */
function groupText(richest: Of<'richest'>, facts: readonly TarokFact[], hand: Of<'hand'> | undefined, context: CoachContext): string {
  const { group } = richest;
  const most = facts.find((fact): fact is Of<'most_taroks'> => fact.fact === 'most_taroks');
  const many = most?.shared ? undefined : most;
  if (richest.shared) return many ? say('tarokGroup', { group: many.group + 1 }) : say('alike');
  if (!most || !many) return say('richest', { group: group + 1 });
  if (most.group === group) return say('best', { group: group + 1 });
  return hasManyTaroks(hand, context) ? say('manyTaroks', { group: group + 1 }) : say('fewTaroks', { group: most.group + 1 });
}

function bidText({ standing, bidder, lowest }: Of<'bid'>, hand: Of<'hand'> | undefined, context: CoachContext): string[] {
  if (lowest === null) {
    return [say('bid', { name: context.nameOf(bidder), contract: contractName(standing) }), say('bidNone')];
  }
  // The line of the contract names the standing bid: here goes what one would undertake.
  const next = `${say('lowest', { contract: contractName(lowest) })} ${contractMeans(lowest)}`;
  const many = hasManyTaroks(hand, context);
  if (context.players === 3) return [say(many ? 'bidMany' : 'bidFew'), next];
  if (!callsKing(lowest)) return [say('fourAlone'), next];
  return [say(many ? 'fourMany' : 'fourFew'), next];
}

function tarokSentence(
  fact: Exclude<TarokFact, Of<'bid' | 'most_taroks' | 'richest' | 'mond_in_talon' | 'announce' | 'heaviest' | 'bonus'>>,
  context: CoachContext,
): string | string[] {
  const { nameOf } = context;
  switch (fact.fact) {
    case 'hand':
      return say('hand', { list: handText(fact, context) });
    case 'choose':
      return [
        say('choose', { contract: contractName(fact.standing) }),
        contractMeans(fact.standing, context.players === 4),
        ...(fact.klop && fact.standing !== 'klop' ? [say('klop')] : []),
      ];
    case 'call':
      return fact.fewest.length === 0 ? say('callOwn') : [say('call', { cards: about(fact.fewest, context).cards }), say('callMeans')];
    case 'king_in_talon':
      return say('kingInTalon', { group: fact.group + 1 });
    case 'discard':
      return say(fact.taroks ? 'discard' : 'discardPlain', { n: fact.left });
    case 'can_void':
      return say('canVoid', { cards: about(fact.cards, context).cards });
    case 'valuable':
      return say('valuable', { cards: about(fact.cards, context).cards });
    case 'partner':
      return say('partner', { card: context.cardName(fact.king), name: nameOf(fact.declarer) });
    case 'must_pass':
      return say('mustPass');
    case 'kontra':
      return kontraText(fact, context);
    case 'aim':
      return aimText(fact, context);
    case 'called_suit':
      return say('calledSuit', { cards: about(fact.cards, context).cards });
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
      return fact.ally ? say('beatenOurs', { name: nameOf(fact.by) }) : shared('beatenBy', { name: nameOf(fact.by) });
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
      return progressText(fact);
    case 'game':
      return gameText(fact, context);
    case 'valat':
      return valatText(fact, context);
    case 'berac':
      if (fact.declarer === context.you) return fact.made ? say('beracMadeYou') : say('beracLostYou', { number: fact.tricks });
      return fact.made
        ? say('beracMade', { name: nameOf(fact.declarer) })
        : say('beracLost', { name: nameOf(fact.declarer), number: fact.tricks });
    case 'klop':
      return klopText(fact, context);
    case 'mond_lost':
      return say('mondPays', { name: nameOf(fact.seat) });
  }
}

/** The bonuses, which may turn a game that was won into a loss, or the other way round. */
function bonusesText(bonuses: readonly Of<'bonus'>[], facts: readonly TarokFact[]): string {
  const list = bonuses.map(bonusText).join(', ');
  const game = facts.find((fact): fact is Of<'game'> => fact.fact === 'game');
  const total = bonuses.reduce((sum, { value }) => sum + value, game?.value ?? 0);
  return say(game && total * game.value < 0 ? 'bonusDecides' : 'bonus', { list });
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

/** After what others undertake there is no room for more than the rest of it. */
function announceText({ trula, kings, shows }: Of<'announce'>, answers: boolean): string[] {
  const held = [...(trula === 3 ? [say('allTrula')] : []), ...(kings === 4 ? [say('allKings')] : [])];
  if (answers) return shows ? [say('shows'), ...held] : held;
  return [...held, ...(held.length === 0 ? [say('announceIs')] : []), say('announce')];
}

/** The declarer knows what is played; the others learn it here. */
function kontraText(kontra: Of<'kontra'>, { nameOf, cardName }: CoachContext): string[] {
  const { items, declares, multiplier, declarer, contract, called, shows } = kontra;
  if (!items.includes('game')) return [say('kontraItems', { list: listed(items.map(itemName)) })];
  if (declares) return [say('kontraAnswer')];
  if (multiplier > 1) return [say('raised', { raise: raiseName(multiplier), n: multiplier })];
  return [...theirsText(), say('kontra'), ...announcedText(kontra)];

  function theirsText(): string[] {
    if (contract === 'klop') return [];
    const values = { name: nameOf(declarer), contract: contractName(contract) };
    if (called === null || !shows) return [say(`theirs.${contract}`, values)];
    return [say('theirsCalled', { ...values, card: cardName(called) })];
  }
}

function announcedText({ announced, opposed }: Pick<Of<'aim'>, 'announced' | 'opposed'>): string[] {
  return [
    ...(announced.length > 0 ? [say('announced', { list: listed(announced.map((item) => say(`item.${item}`))) })] : []),
    ...(opposed.length > 0 ? [say('opposed', { list: listed(opposed.map(itemName)) })] : []),
  ];
}

function aimText(aim: Of<'aim'>, context: CoachContext): string[] {
  const colours = aim.contract === 'colour_valat' ? [say('colours')] : [];
  return [undertakingText(aim, context), ...colours, ...announcedText(aim)];
}

function undertakingText(aim: Of<'aim'>, context: CoachContext): string {
  const { contract, declarer } = aim;
  const { you, nameOf, players } = context;
  if (declarer === null) return players === 4 ? `${say('aimKlop')} ${say('klopReward')}` : say('aimKlop');
  const name = nameOf(declarer);
  switch (contract) {
    case 'berac':
    case 'open_berac':
      return declarer === you ? say('aimBerac') : say('aimBeracAgainst', { name });
    case 'colour_valat':
    case 'valat':
      return declarer === you
        ? say('aimValat', { contract: contractName(contract) })
        : say('aimValatAgainst', { contract: contractName(contract), name });
    default:
      return players === 4 ? sidesText(aim, declarer, context) : pointsText(aim, declarer, context);
  }
}

/** The aim of one of three players. */
function pointsText({ contract: played }: Of<'aim'>, declarer: Seat, { you, nameOf }: CoachContext): string {
  const contract = contractName(played);
  return declarer === you ? say('aimAlone', { contract }) : say('aimAgainst', { name: nameOf(declarer), contract });
}

/** The aim of one of four players, who may know more of the sides than the others. */
function sidesText(aim: Of<'aim'>, declarer: Seat, { you, nameOf, cardName }: CoachContext): string {
  const { partner, called, secret } = aim;
  const [contract, name] = [contractName(aim.contract), nameOf(declarer)];
  if (partner !== null && partner === you) {
    const known = say('aimPartner', { name, contract });
    return secret ? `${known} ${say('aimSecret')}` : known;
  }
  if (aim.alone || called === null) return declarer === you ? say('aimByself', { contract }) : say('aimAgainstAll', { name, contract });
  if (partner !== null) {
    const other = nameOf(partner);
    return declarer === you ? say('aimWith', { contract, name: other }) : say('aimAgainstTwo', { name, partner: other, contract });
  }
  const card = cardName(called);
  return declarer === you ? say('aimCalled', { contract, card }) : say('aimAgainstCalled', { name, contract, card });
}

function progressText({ points, need, exact }: Of<'progress'>): string {
  if (points >= need) return say('progressDone', { points, need });
  return say(exact ? 'progress' : 'progressLeast', { points, need });
}

function gameText({ declarer, partner, made, own, others }: Of<'game'>, { you, nameOf }: CoachContext): string[] {
  const cards = { k: own.kings, ko: others.kings, t: own.trula, to: others.trula, q: own.queens, qo: others.queens };
  return [takenText(), say(partner === null ? 'cards' : 'cardsWith', cards)];

  function takenText(): string {
    const { points } = own;
    const side = partner === null ? [declarer] : [declarer, partner];
    const mates = listed(side.filter((seat) => seat !== you).map(nameOf));
    if (you === null || !side.includes(you)) return say(made ? 'made' : 'failed', { name: mates, points });
    if (partner === null) return say(made ? 'madeYou' : 'failedYou', { points });
    return say(made ? 'madeWith' : 'failedWith', { name: mates, points });
  }
}

function valatText({ declarer, partner, side, made, tricks }: Of<'valat'>, { nameOf }: CoachContext): string {
  const theirs = partner === null ? [declarer] : [declarer, partner];
  const name = side === 'declarer' ? listed(theirs.map(nameOf)) : sideName(side);
  return made ? say('valatMade', { name }) : say('valatLost', { name, n: tricks });
}

/** The results of a player without a trick in klop, where that is rewarded, and of one with half of the points. */
const KLOP_EMPTY = 70;
const KLOP_FULL = -70;

function klopText({ points, results }: Of<'klop'>, { nameOf }: CoachContext): string[] {
  const named = (wanted: number): string[] => results.flatMap((result, seat) => (result === wanted ? [nameOf(seat)] : []));
  const [empty, full] = [named(KLOP_EMPTY), named(KLOP_FULL)];
  const decided = empty.length + full.length > 0;
  // Then only these write anything, unless each pays for the own points.
  const nothing = decided && results.every((result) => result === 0 || Math.abs(result) === KLOP_EMPTY) && results.includes(0);
  return [
    ...(empty.length > 0 ? [say('klopEmpty', { name: listed(empty) })] : []),
    ...(full.length > 0 ? [say('klopFull', { name: listed(full) })] : []),
    ...(nothing ? [say('klopNothing')] : []),
    say('klopTaken', { list: listed(points.map((taken, seat) => `${nameOf(seat)} ${taken}`)) }),
  ];
}

function signed(value: number): string {
  return value < 0 ? `−${-value}` : `+${value}`;
}

const coach: CoachOf<'tarok'> = {
  sentences: (facts, _, context) => tarokSentences(facts, context),
};

export default coach;
