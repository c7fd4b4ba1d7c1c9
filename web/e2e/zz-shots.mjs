import { launch, visit, byId, PHONE } from './browser.mjs';
import { becomeGuest, anotherTable, dealt, still } from './table.mjs';
import { awaitTurn, playByPress, playOn } from './play.mjs';
const OUT = process.env.OUT ?? '/tmp/b18/shots';
import { mkdir } from 'node:fs/promises';
await mkdir(OUT, { recursive: true });
const SIZES = { wide: { viewport: { width: 1280, height: 800 } }, full: { viewport: { width: 1920, height: 1080 } }, phone: { ...PHONE, viewport: { width: 390, height: 844 } }, small: { ...PHONE, viewport: { width: 360, height: 640 } }, flat: { ...PHONE, viewport: { width: 844, height: 390 } } };
const GAMES = { t2: { name: 'trset', options: { players: 2 } }, t3: { name: 'trset', options: { players: 3 } }, t4: { name: 'trset', options: { players: 4 } }, tarok: { name: 'tarok', options: {} }, b2: { name: 'tablic', options: { players: 2 } }, b6: { name: 'tablic', options: { players: 6 } } };
const [games, sizes, tricks = '1'] = process.argv.slice(2);
const browser = await launch();
for (const g of games.split(',')) await Promise.all(sizes.split(',').map(async (s) => {
  const page = await visit(browser, { ...SIZES[s], colorScheme: process.env.SCHEME ?? 'light' }, 'about:blank');
  try {
    await page.addInitScript((l) => window.localStorage.setItem('vzetek.language', l), process.env.LANGUAGE_ ?? 'en');
    await becomeGuest(page, 'Bartolomej Koprivščanski');
    await anotherTable(page, { game: GAMES[g] });
    await dealt(page);
    if (process.env.DEAL) { for (let i = 0; i < 4; i++) { await page.waitForTimeout(120); await page.screenshot({ path: `${OUT}/${g}-${s}-deal${i}.png` }); } }
    if (g === 'tarok') {
      for (let k = 0; k < 12; k++) {
        await page.waitForFunction(() => document.querySelector('[data-testid="tarok-panel"][data-mine="true"] button:not(:disabled)') || document.querySelector('[data-testid="hand-card"][data-legal="true"]') || document.querySelector('[data-testid=result]'), null, { polling: 50, timeout: 20000 });
        const name = await page.evaluate(() => document.querySelector('[data-testid="tarok-panel"][data-mine="true"]')?.dataset.name ?? 'card');
        await page.waitForTimeout(500);
        await page.screenshot({ path: `${OUT}/${g}-${s}-${k}${name}.png` });
        if (name === 'card') break;
        if (name === 'discarding') { const need = await page.locator('[data-testid=discards] .slot').count(); for (let i = 0; i < need; i++) await page.locator('[data-testid="hand-card"][data-legal="true"]').last().evaluate((b) => b.click()); await page.waitForTimeout(500); await page.screenshot({ path: `${OUT}/${g}-${s}-${k}picked.png` }); await byId(page, 'discard-confirm').evaluate((b) => b.click()); }
        else if (name === 'bidding') { const bids = page.locator('[data-testid^="bid-"]:not([data-testid="bid-pass"])'); await (await bids.count() ? bids.first() : byId(page, 'bid-pass')).evaluate((b) => b.click()); }
        else if (name === 'choosing') { const three = byId(page, 'contract-three'); await ((await three.count()) ? three : page.locator('[data-testid^="contract-"]').first()).evaluate((b) => b.click()); }
        else if (name === 'taking') await byId(page, 'take-0').evaluate((b) => b.click());
        else await byId(page, 'say-confirm').evaluate((b) => b.click());
        await page.waitForTimeout(400);
      }
    }
    if (g.startsWith('t')) {
      await playOn(page, (p) => playByPress(p, Boolean(SIZES[s].hasTouch)), Number(tricks));
      await awaitTurn(page); await still(page);
    } else await page.locator('[data-testid="hand-card"][data-legal="true"]').first().waitFor();
    await page.waitForTimeout(600);
    await page.screenshot({ path: `${OUT}/${g}-${s}.png` });
    if (g.startsWith('b')) {
      await page.locator('[data-testid="hand-card"]').nth(1).click({ position: { x: 8, y: 30 } });
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${OUT}/${g}-${s}-chosen.png` });
    }
    if (page.faults.length) console.log(g, s, page.faults.map(String));
  } catch (e) { console.log(g, s, String(e).slice(0, 300), page.faults.map(String)); await page.screenshot({ path: `${OUT}/${g}-${s}-fault.png` }); }
  await page.context().close();
}));
await browser.close();
