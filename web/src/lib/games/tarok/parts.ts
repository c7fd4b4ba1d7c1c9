/** The components of tarok. */
import ContractLine from '../../../components/tarok/ContractLine.svelte';
import TarokLine from '../../../components/tarok/TarokLine.svelte';
import TarokMiddle from '../../../components/tarok/TarokMiddle.svelte';
import TarokResult from '../../../components/tarok/TarokResult.svelte';
import { paidRadelci, tarokTable } from '../../state/tarok/result';
import { part, type PartsOf } from '../parts';

export const TAROK_PARTS: PartsOf<'tarok'> = {
  middle: (view, { table, geometry, nameOf, store, picks }) =>
    part(TarokMiddle, { view, geometry, nameOf, store, picks, log: table.log }),
  replayed: (view, { geometry, nameOf }) => part(TarokMiddle, { view, geometry, nameOf }),
  result: ({ options }, result, { won, ...end }) =>
    part(TarokResult, { table: tarokTable(result, [...won]), paid: paidRadelci(options, end.score), ...end }),
  line({ seat, tarok }) {
    const says = tarok && (tarok.passed || tarok.bid !== undefined || tarok.radelci > 0 || tarok.declarer || tarok.side !== undefined);
    return says ? part(TarokLine, { seat, facts: tarok }) : undefined;
  },

  contract: (view, nameOf, put) => part(ContractLine, { view, nameOf, put }),
};
