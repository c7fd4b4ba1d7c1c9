/** The things on a table: which cards move, and whether anything moves or covers something that must not. */
import { type Page, expect } from '@playwright/test';

/** Notes in every frame which zones cards move to, and which properties move. */
export async function watchCards(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.moved = new Set();
    window.travels = new Set();
    const look = () => {
      for (const { effect } of document.getAnimations()) {
        if (!(effect instanceof KeyframeEffect)) continue;
        const piece = effect.target?.closest<HTMLElement>('[data-layer="cards"] [data-zone]');
        if (!piece) continue;
        for (const frame of effect.getKeyframes()) Object.keys(frame).forEach((name) => window.moved.add(name));
        if (piece === effect.target) window.travels.add(piece.dataset.zone?.split(':')[0] ?? '');
      }
      requestAnimationFrame(look);
    };
    look();
  });
}

/** Notes with every change of the page what has left its place, lies over something, or out of the window. */
export async function watchPlaces(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.wrong = new Set();
    window.looks = 0;
    interface Box {
      x: number;
      y: number;
      right: number;
      bottom: number;
    }
    const first = new Map<string, Box>();
    const boxOf = (node: Element): Box => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return { x, y, right: x + width, bottom: y + height };
    };
    const around = (boxes: Box[]): Box => ({
      x: Math.min(...boxes.map((box) => box.x)),
      y: Math.min(...boxes.map((box) => box.y)),
      right: Math.max(...boxes.map((box) => box.right)),
      bottom: Math.max(...boxes.map((box) => box.bottom)),
    });
    const differ = (a: Box, b: Box) => (['x', 'y', 'right', 'bottom'] as const).some((side) => Math.abs(a[side] - b[side]) > 1);
    const meet = (a: Box, b: Box) =>
      Math.min(a.right, b.right) - Math.max(a.x, b.x) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y) > 1;
    const look = () => {
      if (document.querySelector('[data-testid="result"]')) return;
      window.looks += 1;
      const fixed = [...document.querySelectorAll<HTMLElement>('[data-place^="plate-"], [data-place="strip"], [data-place="tools"]')].map(
        (node): [string, Box] => [node.dataset.place ?? '', boxOf(node)],
      );
      for (const card of document.querySelectorAll<HTMLElement>('.middle [data-testid="trick-card"]'))
        fixed.push([`trick-${card.dataset.seat}`, boxOf(card)]);
      for (const [name, box] of fixed) {
        const before = first.get(name);
        if (!before) first.set(name, box);
        else if (differ(before, box)) window.wrong.add(`${name} moved: ${JSON.stringify([before, box])}`);
      }
      const held = [...document.querySelectorAll('[data-testid="hand-card"]')].map(boxOf);
      const lying = [...document.querySelectorAll('[data-testid="table-card"]')].map(boxOf);
      const all = [...fixed];
      if (held.length > 0) all.push(['the hand', around(held)]);
      if (lying.length > 0) all.push(['the table', around(lying)]);
      all.forEach(([name, box], n) => {
        if (box.x < -1 || box.y < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
          window.wrong.add(`${name} is not in the window: ${JSON.stringify(box)}`);
        for (const [other, second] of all.slice(n + 1)) {
          if (meet(box, second)) window.wrong.add(`${name} lies over ${other}: ${JSON.stringify([box, second])}`);
        }
      });
    };
    const table = document.querySelector('[data-testid="table"]');
    if (!table) throw new Error('there is no table');
    new MutationObserver(look).observe(table, { subtree: true, childList: true, attributes: true });
    look();
  });
}

/** Nothing on the cloth has left its place since it is watched, in more looks than these. */
export async function unmoved(page: Page, least = 10): Promise<void> {
  const { wrong, looks } = await page.evaluate(() => ({ wrong: [...window.wrong], looks: window.looks }));
  expect(wrong).toEqual([]);
  expect(looks, 'the deal was watched').toBeGreaterThan(least);
}

/** Returns the panels of a table that are cut at their lower edge without a sign that they scroll, or that no key scrolls. */
export async function cutPanels(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-testid="tarok-panel"], [data-testid="result"]')].flatMap((panel) => {
      const beyond = panel.scrollHeight - panel.clientHeight - panel.scrollTop;
      if (beyond <= 12 || getComputedStyle(panel).overflowY === 'visible') return [];
      const sign = panel.querySelector(':scope > [data-more="true"]')?.getBoundingClientRect();
      const { top, bottom } = panel.getBoundingClientRect();
      const signed = sign && sign.bottom > (top + bottom) / 2 && sign.bottom <= bottom && panel.tabIndex === 0;
      return signed ? [] : [`${panel.dataset.testid} ${panel.dataset.name ?? ''}: ${beyond} px below`];
    }),
  );
}
