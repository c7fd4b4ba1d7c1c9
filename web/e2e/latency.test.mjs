/** From the press to the picture: a card that is played lies on the table within a tenth of a second. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, MOVING, PHONE, byId, launch, visit } from './browser.mjs';
import { playByPress, playOn } from './play.mjs';
import { dealt, openTable } from './table.mjs';

/** The delay that is felt as none. */
const AT_ONCE_MS = 100;
/** On a machine that is busy with something else: so many times what it takes for next to nothing. */
const BUSY = 5;
const SAMPLES = 15;
let browser;

before(async () => {
  browser = await launch();
});

after(() => browser.close());

/** Notes in the page when a card was pressed, and after which frame it lay in the trick. */
async function watchPlays(page) {
  await page.evaluate(() => {
    window.plays = [];
    /** The times at which the page knew of each number of the table's. */
    window.heard = {};
    const now = () => performance.timeOrigin + performance.now();
    /** Calls back when the frame that is being made has been handed to the screen. */
    const painted = (done) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(now());
        port2.postMessage(null);
      });
    const seen = new Set();
    document.addEventListener(
      'pointerdown',
      (event) => {
        const button = event.target.closest('[data-testid="hand-card"][data-legal="true"]');
        if (!button) return;
        const table = document.querySelector('[data-testid="table"]');
        window.plays.push({ card: button.dataset.card, own: true, pressed: now(), seq: table.dataset.seq });
      },
      { capture: true },
    );
    new MutationObserver(() => {
      for (const card of document.querySelectorAll('.middle [data-testid="trick-card"]')) {
        const name = card.dataset.card;
        if (seen.has(name)) continue;
        seen.add(name);
        const play = window.plays.find((one) => one.card === name) ?? { card: name, own: false };
        if (!play.own) window.plays.push(play);
        painted((at) => (play.painted = at));
      }
      const { seq } = document.querySelector('[data-testid="table"]').dataset;
      window.heard[seq] ??= now();
      for (const play of window.plays) if (play.own && !play.told && play.seq !== seq) play.told = seq;
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-seq', 'data-card'] });
  });
}

/** Returns what this machine takes, at the median and in milliseconds, for a frame in which nothing changes, and for an answer of the server. */
function idlePace(page) {
  return page.evaluate(async (samples) => {
    const frames = [];
    const answers = [];
    for (let n = 0; n < samples; n += 1) {
      const began = performance.now();
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      const drawn = performance.now();
      await (await fetch('/health', { cache: 'no-store' })).text();
      frames.push(drawn - began);
      answers.push(performance.now() - drawn);
    }
    const middle = (figures) => figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)];
    return { frame: middle(frames), answer: middle(answers) };
  }, SAMPLES);
}

function spread(figures) {
  const sorted = [...figures].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return { median: at(0.5), p90: at(0.9), most: at(1) };
}

function written({ median, p90, most }) {
  return `median ${median.toFixed(1)} ms, p90 ${p90.toFixed(1)} ms, at most ${most.toFixed(1)} ms`;
}

test('a press shows the card at once, on one’s own page and on the other’s', async () => {
  const one = await visit(browser, { ...DESKTOP, ...MOVING }, 'about:blank');
  const address = await openTable(one, { players: 2 }, { bots: undefined });
  const two = await visit(browser, { ...PHONE, ...MOVING }, address);
  await two.locator('[data-testid^="sit-"]').first().tap();
  await Promise.all([dealt(one), dealt(two)]);
  await Promise.all([watchPlays(one), watchPlays(two)]);
  const before = await idlePace(one);
  await Promise.all([playOn(one, (p) => playByPress(p)), playOn(two, (p) => playByPress(p, true))]);
  await Promise.all([byId(one, 'result').waitFor(), byId(two, 'result').waitFor()]);
  const after = await idlePace(one);
  const pages = await Promise.all([one, two].map((page) => page.evaluate(() => ({ plays: window.plays, heard: window.heard }))));

  const own = pages.flatMap(({ plays }) => plays.filter((play) => play.own));
  assert.equal(own.length, 40, 'a whole deal');
  assert.ok(own.every((play) => play.painted && play.told));
  /** From the press until a page has what the server told; a number that came together with the next is not noted. */
  const told = (here) =>
    pages.flatMap(({ plays }, n) =>
      plays.filter((play) => play.own).flatMap((play) => {
        const at = pages[here ? n : 1 - n].heard[play.told];
        return at ? [at - play.pressed] : [];
      }),
    );
  // The other's page shows one thing after the other, at a pace that can be followed.
  const across = pages.flatMap(({ plays }, n) => {
    const others = new Map(pages[1 - n].plays.filter((play) => !play.own).map((play) => [play.card, play.painted]));
    return plays.filter((play) => play.own && others.has(play.card)).map((play) => others.get(play.card) - play.pressed);
  });
  const shown = spread(own.map((play) => play.painted - play.pressed));
  console.log(`${own.length} plays, from the press to the frame with the card in the trick: ${written(shown)}`);
  console.log(`to the server's word, recorded: ${written(spread(told(true)))}; on the other's page: ${written(spread(told(false)))}`);
  console.log(`to the frame on the other's page, what it was still showing included: ${written(spread(across))}`);
  const frame = Math.max(before.frame, after.frame);
  const answer = Math.max(before.answer, after.answer);
  console.log(`next to nothing takes this machine ${frame.toFixed(1)} ms for a frame, ${answer.toFixed(1)} ms for an answer`);
  assert.ok(shown.median <= Math.max(AT_ONCE_MS, BUSY * frame), written(shown));
  assert.ok(spread(told(true)).median <= Math.max(2 * AT_ONCE_MS, BUSY * (frame + answer)), written(spread(told(true))));
  for (const page of [one, two]) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
  }
});
