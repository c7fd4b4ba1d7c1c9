/**
 * `npm run frames [address]`: how smoothly cards travel. Plays deals on a page whose processor is
 * slowed down, with Chromium's own trace of what became of every frame. A measurement, not a test:
 * without a graphics card frames are drawn by the processor, which the server and bots share, so a
 * device does better than this, and a figure can be compared only with one of the same machine.
 */
import { cpus, loadavg } from 'node:os';
import { type Browser, type Page, chromium } from '@playwright/test';
import { CHROMIUM } from '../e2e/support/chromium.ts';
import { DESKTOP, MOVING, PHONE } from '../e2e/support/sizes.ts';
import { dealt, openTable } from '../e2e/support/table.ts';
import { type VisitOptions, visit } from '../e2e/support/visit.ts';

const CATEGORIES = [
  'cc',
  'benchmark',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.frame',
];
const BASE = process.argv[2] ?? process.env.VZETEK_URL ?? 'http://127.0.0.1:8080';
const SLOWER = Number(process.env.VZETEK_SLOWER ?? 4);
/** A task longer than this is felt, were it not for the compositor. */
const HALT_MS = 50;
/** Longer than this between two frames, and nothing was moving. */
const STILL_MS = 200;
/** The wait after a card for the next one: sooner it would be taken for a double press. */
const HASTE_MS = 400;
/** The time between two looks for something to be played. */
const LOOK_MS = 80;
/** A deal that lasts longer has come to a halt. */
const DEAL_MS = 240_000;

function at(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/**
 * Plays the deal to its end. What the tests do before they press (wait in every frame, try whether
 * something can be pressed) runs in the page and would be measured with it, so here it is not done.
 */
async function play(page: Page, touch: boolean): Promise<void> {
  const until = Date.now() + DEAL_MS;
  while (Date.now() < until) {
    const next = await page.evaluate(() => {
      if (document.querySelector('[data-testid="result"]')) return 'over';
      const card = document.querySelector('[data-testid="hand-card"][data-legal="true"]')?.getBoundingClientRect();
      // Cards overlap: the left edge is the part that is always free.
      return card && { x: card.x + 8, y: card.y + 40 };
    });
    if (next === 'over') return;
    if (next && touch) await page.touchscreen.tap(next.x, next.y);
    else if (next) await page.mouse.click(next.x, next.y);
    await page.waitForTimeout(next ? HASTE_MS : LOOK_MS);
  }
  throw new Error('the deal does not come to its end');
}

/** The part of an event of Chromium's trace that is used. */
interface TraceEvent {
  name: string;
  pid: number;
  ph: string;
  ts: number;
  dur?: number;
  id?: string;
  id2?: { local?: string; global?: string };
  args?: Record<'frame_reporter' | 'chrome_frame_reporter', Report | undefined>;
}

interface Report {
  state?: string;
  has_compositor_animation?: boolean;
  affects_smoothness?: boolean;
}

interface Travel {
  begin: number;
  end: number;
  state: string;
  felt: boolean;
}

/** Everything the browser notes while this goes on. */
async function traced(browser: Browser, act: () => Promise<void>): Promise<TraceEvent[]> {
  const client = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  client.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  const complete = new Promise<void>((resolve) =>
    client.once('Tracing.tracingComplete', () => {
      resolve();
    }),
  );
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { recordMode: 'recordContinuously', includedCategories: CATEGORIES, excludedCategories: ['*'] },
  });
  await act();
  await client.send('Tracing.end');
  await complete;
  await client.detach();
  return events;
}

/**
 * Returns the fate of every frame while the compositor moved something, in the order of time. A
 * frame that only the page's script asked for (a test that waits does, sixty times a second) shows
 * no card on its way. `felt` is the browser's own judgement of a frame that was dropped: true if
 * anything on the screen would have moved with it.
 */
function travelsOf(events: readonly TraceEvent[], pid: number | undefined): Travel[] {
  const open = new Map<string | undefined, { begin: number; report: Report | undefined }>();
  const frames: Travel[] = [];
  const reports = events.filter((event) => event.name === 'PipelineReporter' && event.pid === pid);
  for (const { ph, id, id2, ts, args } of reports.sort((a, b) => a.ts - b.ts)) {
    const key = id ?? id2?.local ?? id2?.global;
    const report = args?.frame_reporter ?? args?.chrome_frame_reporter;
    if (ph === 'b') open.set(key, { begin: ts, report });
    const opened = open.get(key);
    if (ph !== 'e' || !opened) continue;
    const { begin, report: first } = opened;
    open.delete(key);
    const { state = '', has_compositor_animation: travels = false, affects_smoothness: felt = false } = first ?? report ?? {};
    if (travels) frames.push({ begin: begin / 1000, end: ts / 1000, state, felt });
  }
  return frames;
}

async function measure(browser: Browser, name: string, options: VisitOptions, players: number): Promise<void> {
  const page = await visit(
    browser,
    { baseURL: BASE, locale: 'en-GB', serviceWorkers: 'block', settings: { pace: 'normal' }, ...options, ...MOVING },
    'about:blank',
  );
  await openTable(page, { players });
  await dealt(page);
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const events = await traced(browser, () => play(page, Boolean(options.hasTouch)));
  await page.context().close();

  // The page's own process: the one that drew most.
  const perProcess = new Map<number, number>();
  for (const { name, pid } of events) if (name === 'PipelineReporter') perProcess.set(pid, (perProcess.get(pid) ?? 0) + 1);
  const pid = [...perProcess].sort((a, b) => b[1] - a[1])[0]?.[0];
  const frames = travelsOf(events, pid);
  const count = (state: string) => frames.filter((frame) => frame.state.startsWith(state)).length;
  const [presented, dropped] = [count('STATE_PRESENTED'), count('STATE_DROPPED')];
  const felt = frames.filter((frame) => frame.state === 'STATE_DROPPED' && frame.felt).length;
  const shown = frames
    .filter(({ state }) => state.startsWith('STATE_PRESENTED'))
    .map(({ end }) => end)
    .sort((a, b) => a - b);
  // Pauses in which nothing moves are no intervals between frames.
  const between = shown
    .slice(1)
    .map((end, n) => end - (shown[n] ?? 0))
    .filter((ms) => ms < STILL_MS);
  const tasks = events
    .filter((event) => event.name === 'RunTask' && event.pid === pid)
    .flatMap(({ dur }) => (dur === undefined ? [] : dur / 1000));
  const percent = (part: number) => `${((100 * part) / (dropped + presented)).toFixed(1)} %`;
  const ms = (figures: readonly number[], share: number) => at(figures, share).toFixed(1);
  console.log(`${name}, processor ${SLOWER} times slower, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
  console.log(
    `  frames while cards travel: ${presented} presented, ${dropped} dropped (${percent(dropped)}), ${felt} of them to be seen (${percent(felt)})`,
  );
  console.log(`  between two of them: median ${ms(between, 0.5)} ms, p90 ${ms(between, 0.9)} ms, p99 ${ms(between, 0.99)} ms`);
  console.log(
    `  ${tasks.length} tasks in the page's process, ${tasks.filter((task) => task > HALT_MS).length} over ${HALT_MS} ms, the longest ${ms(tasks, 1)} ms`,
  );
}

const browser = await chromium.launch(CHROMIUM);
try {
  await measure(browser, 'two at a desk', DESKTOP, 2);
  await measure(browser, 'two on a phone', PHONE, 2);
  await measure(browser, 'four on a phone', PHONE, 4);
} finally {
  await browser.close();
}
