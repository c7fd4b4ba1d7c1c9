/** The things on a table: which cards move, and whether anything moves or covers something that must not. */

/** Notes in every frame which zones cards move to, and which properties move. */
export async function watchCards(page) {
  await page.evaluate(() => {
    window.moved = new Set();
    window.travels = new Set();
    const look = () => {
      for (const motion of document.getAnimations()) {
        const piece = motion.effect.target.closest('[data-layer="cards"] [data-zone]');
        if (!piece) continue;
        for (const frame of motion.effect.getKeyframes()) Object.keys(frame).forEach((name) => window.moved.add(name));
        if (piece === motion.effect.target) window.travels.add(piece.dataset.zone.split(':')[0]);
      }
      requestAnimationFrame(look);
    };
    look();
  });
}

/** Notes with every change of the page what has left its place, lies over something, or out of the window. */
export async function watchPlaces(page) {
  await page.evaluate(() => {
    window.wrong = new Set();
    window.looks = 0;
    const first = new Map();
    const boxOf = (node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return { x, y, right: x + width, bottom: y + height };
    };
    const around = (boxes) => ({
      x: Math.min(...boxes.map((box) => box.x)),
      y: Math.min(...boxes.map((box) => box.y)),
      right: Math.max(...boxes.map((box) => box.right)),
      bottom: Math.max(...boxes.map((box) => box.bottom)),
    });
    const differ = (a, b) => Object.keys(a).some((side) => Math.abs(a[side] - b[side]) > 1);
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.x, b.x) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y) > 1;
    const look = () => {
      if (document.querySelector('[data-testid="result"]')) return;
      window.looks += 1;
      const fixed = [...document.querySelectorAll('[data-place^="plate-"], [data-place="strip"], [data-place="tools"]')].map((node) => [node.dataset.place, boxOf(node)]);
      for (const card of document.querySelectorAll('.middle [data-testid="trick-card"]')) fixed.push([`trick-${card.dataset.seat}`, boxOf(card)]);
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
        if (box.x < -1 || box.y < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) window.wrong.add(`${name} is not in the window: ${JSON.stringify(box)}`);
        for (const [other, second] of all.slice(n + 1)) {
          if (meet(box, second)) window.wrong.add(`${name} lies over ${other}: ${JSON.stringify([box, second])}`);
        }
      });
    };
    new MutationObserver(look).observe(document.querySelector('[data-testid="table"]'), { subtree: true, childList: true, attributes: true });
    look();
  });
}
