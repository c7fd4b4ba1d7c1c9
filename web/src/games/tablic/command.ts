/** Typed commands of tablić. */
import type { CommandsOf } from '../commands';
import { say } from './words/catalogues.svelte';

const commands: CommandsOf<'tablic'> = {
  questions: [],
  counts: ({ ofGame }) => (ofGame === undefined || ofGame.tablas === 0 ? undefined : say('seat.tablas', { n: ofGame.tablas })),
};

export default commands;
