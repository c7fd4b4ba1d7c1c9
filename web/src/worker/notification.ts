/** The way from a notification to the page it is about. */

/** A window of the page, as far as it concerns the way there. */
export interface Tab {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

export interface Tabs {
  all(): Promise<readonly Tab[]>;
  open(url: string): Promise<unknown>;
}

/**
 * Leads to an address of ours: to the tab that shows it, to another one at which nobody plays, or to a new one.
 * Nothing happens if the address is another site's.
 */
export async function leadTo(address: string, origin: string, tabs: Tabs): Promise<void> {
  const target = new URL(address, origin);
  if (target.origin !== origin) return;
  const open = await tabs.all();
  const path = (tab: Tab): string => new URL(tab.url).pathname;
  const there = open.find((tab) => path(tab) === target.pathname);
  if (there) {
    await there.focus();
    return;
  }
  const idle = open.find((tab) => !path(tab).startsWith('/table/'));
  // A tab may have gone meanwhile, or not be the worker's to lead.
  const led = await idle?.navigate(target.href).then(
    () => true,
    () => false,
  );
  if (idle && led) await idle.focus();
  else await tabs.open(target.href);
}
