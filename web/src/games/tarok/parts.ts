/** The components of tarok. */
import ContractLine from './components/ContractLine.svelte';
import TarokLine from './components/TarokLine.svelte';
import TarokMiddle from './components/TarokMiddle.svelte';
import TarokPanel from './components/TarokPanel.svelte';
import TarokResult from './components/TarokResult.svelte';
import { paidRadelci } from './state/radelci';
import { tarokTable } from './state/result';
import { part, type PartsOf } from '../parts';

const parts: PartsOf<'tarok'> = {
  middle: (view, { table, geometry, nameOf, store, picks }) => part(TarokMiddle, { view, geometry, nameOf, store, picks, log: table.log }),
  listed: (view, { nameOf, store, picks }) => (view.trick ? undefined : part(TarokPanel, { view, nameOf, store, picks })),
  replayed: (view, { geometry, nameOf }) => part(TarokMiddle, { view, geometry, nameOf }),
  result: ({ options }, result, { won, ...end }) =>
    part(TarokResult, { table: tarokTable(result, [...won]), paid: paidRadelci(options, end.score), ...end }),
  line({ seat, ofGame: facts }) {
    const says = facts && (facts.passed || facts.bid !== undefined || facts.radelci > 0 || facts.declarer || facts.side !== undefined);
    return says ? part(TarokLine, { seat, facts }) : undefined;
  },

  contract: (view, nameOf, put) => part(ContractLine, { view, nameOf, put }),
};

export default parts;
