import { chromium } from 'playwright-core';
const B='http://127.0.0.1:19080';
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--headless','--no-sandbox','--disable-gpu','--disable-background-networking','--disable-component-update','--disable-sync','--no-first-run']});
const sizes={d:{viewport:{width:1280,height:800}},p:{viewport:{width:390,height:844},hasTouch:true,isMobile:true,deviceScaleFactor:2}};
const errs=[];
for (const [n,o] of Object.entries(sizes)) for (const scheme of (process.argv[2]??'light').split(',')) {
  const ctx=await b.newContext({...o,colorScheme:scheme});
  const p=await ctx.newPage();
  p.on('console',m=>m.type()==='error'&&errs.push(n+' '+m.text())); p.on('pageerror',e=>errs.push(n+' '+e));
  await p.goto(B+'/'); await p.waitForTimeout(3500); await p.screenshot({path:`/tmp/e2e/front-${n}-${scheme}.png`,fullPage:n==='d'});
  for (const g of ['trset','tarok','tablic','kifameno']) {
    await p.goto(B+'/'); await p.waitForTimeout(1500);
    const tile=p.locator(`[data-testid="play-${g}"], [data-testid="bot-${g}"]`).first();
    try { await tile.click({timeout:5000}); await p.locator('[data-testid="hand-card"]').first().waitFor({timeout:15000}); await p.waitForTimeout(5000); } catch(e){ errs.push(n+g+e.message.slice(0,200)); }
    await p.screenshot({path:`/tmp/e2e/${g}-${n}-${scheme}.png`});
  }
  await ctx.close();
}
console.log(errs.join('\n')); await b.close();
