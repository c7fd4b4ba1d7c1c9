/** The components of tršet and kifameno. */
import ResultTable from './components/TrsetResult.svelte';
import Declare from './components/Declare.svelte';
import Stock from '../../components/table/Stock.svelte';
import Declared from './components/Declared.svelte';
import { t } from '../../lib/i18n/index.svelte';
import { declarable } from './state/declaration';
import { resultTable } from './state/result';
import { part, type PartsOf } from '../parts';

const parts: PartsOf<'trset'> = {
  middle({ stock }, { geometry }) {
    if (stock === 0) return undefined;
    return part(Stock, { box: geometry.stock, count: stock, words: t('table.stock', { n: stock }), testid: 'stock' });
  },

  replayed: () => undefined,

  declaring(store) {
    const choices = declarable(store.legal);
    return choices.length > 0 ? part(Declare, { choices, ondeclare: (what: string) => store.act(what) }) : undefined;
  },

  line: ({ seat, declared }) => (declared.length > 0 ? part(Declared, { seat, declared }) : undefined),

  result(view, _, { won, score, ...end }) {
    const table = resultTable(view, [...won]);
    return table && part(ResultTable, { table, score: score?.points, ...end });
  },
};

export default parts;
