/** Panels of the browser's own `popover`: they lie over everything, close by Escape or a press elsewhere, and are placed here. */
import type { Attachment } from 'svelte/attachments';
import { bottom, right, type Rect } from '../table/rect';

/** The space between a panel and what opens it, and between a panel and the edge of the window, in pixels. */
const GAP = 6;

/** The edge of its opener at which a panel begins or ends. */
export type Align = 'start' | 'end';

type Size = Pick<Rect, 'width' | 'height'>;

/** The side of its opener on which a panel is as long as there is room. */
export type Side = 'below' | 'above';

/** Returns the place of a panel on that side of its opener or, where there is no room, on the other; never out of the window. */
export function panelPlace(opener: Rect, panel: Size, room: Size, align: Align, side: Side = 'below'): { left: number; top: number } {
  const below = bottom(opener) + GAP;
  const above = opener.y - GAP - panel.height;
  const lowest = room.height - panel.height - GAP;
  const under = side === 'above' ? above < GAP : below <= lowest || above < GAP;
  const top = under ? Math.min(below, lowest) : above;
  const left = Math.min(align === 'end' ? right(opener) - panel.width : opener.x, room.width - panel.width - GAP);
  return { left: Math.max(GAP, left), top: Math.max(GAP, top) };
}

/** Keeps a panel beside its opener while it is shown. */
export function beside(opener: () => HTMLElement | undefined, align: Align = 'start', side: Side = 'below'): Attachment<HTMLElement> {
  return (panel) => {
    function place(): void {
      const at = opener()?.getBoundingClientRect();
      if (!at || !panel.matches(':popover-open')) return;
      const size = { width: panel.offsetWidth, height: panel.offsetHeight };
      const { left, top } = panelPlace(at, size, { width: window.innerWidth, height: window.innerHeight }, align, side);
      Object.assign(panel.style, { left: `${left}px`, top: `${top}px` });
    }
    const ends = new AbortController();
    panel.addEventListener('toggle', place, ends);
    for (const event of ['resize', 'scroll']) window.addEventListener(event, place, { signal: ends.signal, capture: true, passive: true });
    return () => {
      ends.abort();
    };
  };
}
