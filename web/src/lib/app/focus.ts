/** Keeps those who play by keyboard where they are: what vanishes under the focus hands it on. */
let byKey = false;

/** Notes whether the reader uses the keys; called once, before any page is shown. */
export function noteInput(): void {
  const key = (): void => {
    byKey = true;
  };
  const press = (): void => {
    byKey = false;
  };
  document.addEventListener('keydown', key, true);
  document.addEventListener('pointerdown', press, true);
}

/** Gives a lost focus, or one on the page as a whole, to the first of these that is there. */
export function rescueFocus(root: HTMLElement, selectors: readonly string[]): void {
  const now = document.activeElement;
  if (!byKey || (now !== null && now.isConnected && !now.contains(root))) return;
  for (const selector of selectors) {
    const found = root.querySelector<HTMLElement>(selector);
    if (!found) continue;
    found.focus();
    return;
  }
}

/** Leads a focus that waits at one place to where something is to be decided. */
export function leadFocus(root: HTMLElement, from: string, to: string): void {
  if (byKey && document.activeElement?.matches(from)) root.querySelector<HTMLElement>(to)?.focus();
}
