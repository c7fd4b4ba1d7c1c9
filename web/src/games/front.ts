/** The introduction of the first game on the front page. */
import HowTrset from './trset/components/HowTrset.svelte';

export const Introduction = HowTrset;
