/** Typed declarations of tršet. */
import { plain } from '../../lib/words/command/cards';
import { listed } from '../../lib/words/names';
import type { CommandsOf } from '../commands';
import { declarable } from './state/declaration';
import { say } from './words/catalogues.svelte';
import { declarationName } from './words/declarations';

/** Returns the name of a declaration as it is typed, without the verb if there is one. */
function meant(line: string): { name: string; verb: boolean } {
  const words = plain(line);
  const verb = ['declare', say('command.declare')].map(plain).find((one) => words.startsWith(`${one} `));
  return { name: verb === undefined ? words : words.slice(verb.length + 1), verb: verb !== undefined };
}

const commands: CommandsOf<'trset'> = {
  questions: [],

  offers({ legal }) {
    return declarable(legal).length === 0 ? undefined : say('command.offers', { verb: say('command.declare') });
  },

  read(line, { legal }) {
    const { name, verb } = meant(line);
    const found = declarable(legal).filter((action) => {
      const whole = plain(declarationName(action));
      return whole === name || (verb && whole.startsWith(name));
    });
    const [only, another] = found;
    if (only === undefined) return undefined;
    if (another !== undefined) return { text: say('command.which', { list: listed(found.map(declarationName)) }) };
    return { text: say('command.declares', { what: declarationName(only) }), acts: [only] };
  },

  refuses: (line) => (meant(line).verb ? say('command.cannot') : undefined),
  counts: ({ declared }) => (declared.length === 0 ? undefined : listed(declared.map(declarationName))),
};

export default commands;
