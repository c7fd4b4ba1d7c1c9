/** Sets cards in motion as the picture of a table changes. */
import { tick, untrack } from 'svelte';
import type { Deck } from '../decks/deck';
import { motionsBetween, type Motion } from '../state/motions';
import type { TableState } from '../state/table';
import { TRAVEL_MS, comesFrom, fly, isStill, setOff } from './motion';

/** The time between two cards that are dealt. */
const DEAL_STEP_MS = 35;
/** The number of backs that fly to another player in a deal: a token of ten. */
const DEALT_BACKS = 4;
/** The time for which a card that somebody else draws is held up. */
const SHOWN_MS = 480;
/** The size of a card in a pile, against its size on the table. */
const PILED = 0.25;

/** Follows the picture; must be called while a component is set up. */
export function followMotions(shown: () => TableState, root: () => HTMLElement | undefined, deck: () => Deck): void {
  let before: TableState | undefined;
  // Before the page changes, so that everything can still be seen where it stands.
  $effect.pre(() => {
    const after = shown();
    untrack(() => {
      const at = root();
      const motions = before && at && !isStill() ? motionsBetween(before, after) : [];
      before = after;
      const layer = at?.querySelector<HTMLElement>('[data-place="flights"]');
      if (!at || !layer || motions.length === 0) return;
      for (const motion of motions) begin(at, motion, deck());
      void tick().then(() => {
        setOff(layer);
      });
    });
  });
}

function begin(root: HTMLElement, motion: Motion, deck: Deck): void {
  switch (motion.kind) {
    case 'deal':
      dealOut(root, motion, deck);
      break;
    case 'play':
      leave(root, motion);
      break;
    case 'take':
      gather(root, motion, deck);
      break;
    case 'draw':
      draw(root, motion, deck);
      break;
    case 'talon':
      takeUp(root, motion, deck);
      break;
    case 'discard':
      putAway(root, motion, deck);
      break;
    case 'gift':
      give(root, motion, deck);
      break;
  }
}

function rectOf(root: HTMLElement, selector: string): DOMRect | undefined {
  const rect = root.querySelector(selector)?.getBoundingClientRect();
  return rect && rect.width > 0 ? rect : undefined;
}

function place(root: HTMLElement, name: string): DOMRect | undefined {
  return rectOf(root, `[data-place="${name}"]`);
}

/** A card of this width around the middle of a place. */
function around(rect: DOMRect, width: number): DOMRect {
  const height = width / 0.6;
  return new DOMRect(rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height);
}

function dealOut(root: HTMLElement, { dealer, seats, open }: Extract<Motion, { kind: 'deal' }>, deck: Deck): void {
  // Four have no stock: there the cards come from whoever deals.
  const pack = place(root, 'deck') ?? place(root, `plate-${dealer}`);
  if (!pack) return;
  const from = around(pack, 46);
  open.forEach((card, i) => {
    comesFrom(card, from, i * DEAL_STEP_MS);
  });
  for (const seat of seats) {
    const to = place(root, `plate-${seat}`);
    if (!to || root.querySelector(`[data-place="plate-${seat}"][data-own="true"]`)) continue;
    for (let i = 0; i < DEALT_BACKS; i++) {
      fly(deck.image(undefined, 'small'), from, [{ to: around(to, 18), opacity: 0.3, ms: TRAVEL_MS }], i * 2 * DEAL_STEP_MS);
    }
  }
}

function leave(root: HTMLElement, { seat, card, own }: Extract<Motion, { kind: 'play' }>): void {
  const held = own ? rectOf(root, `[data-testid="hand-card"][data-card="${card}"]`) : undefined;
  const plate = place(root, `plate-${seat}`);
  const from = held ?? (plate && around(plate, 46));
  if (from) comesFrom(card, from);
}

function gather(root: HTMLElement, { seat, cards }: Extract<Motion, { kind: 'take' }>, deck: Deck): void {
  const pile = place(root, `pile-${seat}`) ?? place(root, `plate-${seat}`);
  if (!pile) return;
  for (const card of cards) {
    const from = rectOf(root, `.middle :is([data-testid="trick-card"], [data-testid="table-card"])[data-card="${card}"]`);
    if (!from || !deck.has(card)) continue;
    fly(deck.image(card, 'full'), from, [{ to: around(pile, from.width * PILED), opacity: 0.2, ms: TRAVEL_MS }]);
  }
}

function draw(root: HTMLElement, { seat, card, own }: Extract<Motion, { kind: 'draw' }>, deck: Deck): void {
  const from = place(root, 'stock');
  if (!from || !deck.has(card)) return;
  if (own) {
    comesFrom(card, from);
    return;
  }
  const plate = place(root, `plate-${seat}`);
  const middle = place(root, 'middle');
  if (!plate || !middle) return;
  const up = beside(plate, middle, from.width * 1.25);
  fly(deck.image(card, 'small'), from, [
    { to: up, ms: TRAVEL_MS },
    { to: up, ms: SHOWN_MS },
    { to: around(plate, 18), opacity: 0, ms: 160 },
  ]);
}

/** Returns the place where a card is held up by whoever sits at the plate: beside it, towards the middle. */
function beside(plate: DOMRect, middle: DOMRect, width: number): DOMRect {
  const height = width / 0.6;
  const spot = around(plate, width);
  const gap = 6;
  // If there is room it leaves the middle free for the trick.
  if (plate.width > 3 * width) spot.x = plate.right - width;
  if (plate.bottom <= middle.top + gap) spot.y = plate.bottom + gap;
  else if (plate.top >= middle.bottom - gap) spot.y = plate.top - height - gap;
  else if (plate.x < middle.x) spot.x = plate.right + gap;
  else spot.x = plate.x - width - gap;
  return spot;
}

/** Cards of the talon, from the middle into a hand. */
function takeUp(root: HTMLElement, { seat, cards, own }: Extract<Motion, { kind: 'talon' }>, deck: Deck): void {
  const plate = place(root, `plate-${seat}`);
  for (const card of cards) {
    const from = rectOf(root, `[data-testid="talon-card"][data-card="${card}"]`);
    if (!from) continue;
    if (own) comesFrom(card, from);
    else if (plate) fly(deck.image(card, 'full'), from, [{ to: around(plate, 18), opacity: 0.2, ms: TRAVEL_MS }]);
  }
}

/** A card that is put away goes from where it lay picked, or from its player, to that player's pile. */
function putAway(root: HTMLElement, { seat, card }: Extract<Motion, { kind: 'discard' }>, deck: Deck): void {
  const picked = card === undefined ? undefined : rectOf(root, `[data-testid="talon-card"][data-card="${card}"]`);
  const plate = place(root, `plate-${seat}`);
  const pile = place(root, `pile-${seat}`) ?? plate;
  const from = picked ?? (plate && around(plate, 34));
  if (from && pile) fly(deck.image(card, 'small'), from, [{ to: around(pile, 18), opacity: 0.2, ms: TRAVEL_MS }]);
}

/** The talon's card of a klop goes the way of its trick. */
function give(root: HTMLElement, { seat, card }: Extract<Motion, { kind: 'gift' }>, deck: Deck): void {
  const from = place(root, 'stock');
  const pile = place(root, `pile-${seat}`) ?? place(root, `plate-${seat}`);
  if (!from || !pile) return;
  const up = new DOMRect(from.x - from.width * 0.6, from.y, from.width * 1.25, (from.width * 1.25) / 0.6);
  fly(deck.image(card, 'small'), from, [
    { to: up, ms: TRAVEL_MS },
    { to: up, ms: SHOWN_MS },
    { to: around(pile, 16), opacity: 0.2, ms: TRAVEL_MS },
  ]);
}
