/** What tests note in the window of a page. */
import type { AxeResults, RunOptions } from 'axe-core';

declare global {
  /** What an observer of `layout-shift` receives; TypeScript does not know it. */
  interface LayoutShift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  /** Cards and the frames in which they were pressed and shown. */
  interface Shown {
    pressed?: number;
    shown?: number;
  }
  interface Window {
    axe: { run(options: RunOptions): Promise<AxeResults> };
    /** When the screen was kept on, and let go. */
    awake: ('on' | 'off')[];
    passed?: Record<string, string[]>;
    /** Properties that moved, and zones that cards moved to. */
    moved: Set<string>;
    travels: Set<string>;
    /** What lay where it must not, and how often it was looked at. */
    wrong: Set<string>;
    looks: number;
    sides: string[];
    heard: string[];
    shifts: { value: number; what?: (string | undefined)[] }[];
    shiftsSoFar: () => Window['shifts'];
    plays: Record<string, Shown>;
    clocks: number;
    shifted: number;
    tablas: number;
    celebrated: number;
    sounded: number;
    gifts: Set<string>;
    flown: string[];
    lines: WebSocket[];
    hear: (n: number, text: string) => Promise<void>;
    zz: () => void;
    ran?: boolean;
  }
}
