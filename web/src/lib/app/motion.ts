/** Tells if things may move: not for those who want it still. */
import { settings } from './settings.svelte';

export function mayMove(): boolean {
  return settings.motion !== 'off' && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
