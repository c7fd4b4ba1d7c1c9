/** The components of tablić. */
import CapturePanel from '../../../components/tablic/CapturePanel.svelte';
import LastCapture from '../../../components/tablic/LastCapture.svelte';
import OpenCards from '../../../components/tablic/OpenCards.svelte';
import Tablas from '../../../components/tablic/Tablas.svelte';
import TablicResult from '../../../components/tablic/TablicResult.svelte';
import TablicTable from '../../../components/tablic/TablicTable.svelte';
import { tablicTable } from '../../state/tablic/result';
import { part, type PartsOf } from '../parts';

export const TABLIC_PARTS: PartsOf<'tablic'> = {
  middle: (view, { table, lying, geometry, nameOf, capture, onhand }) =>
    part(TablicTable, {
      view,
      lying,
      geometry,
      taking: table.taking,
      capture: table.you === null ? undefined : capture,
      nameOf,
      ondown: onhand,
    }),
  replayed: (_, { lying, geometry }) => part(OpenCards, { cards: lying, geometry }),
  capturing: (capture) => part(CapturePanel, { capture }),
  lastCapture: (capture, room) => part(LastCapture, { capture, ...room }),
  figure: ({ seat, ofGame }) => (ofGame && ofGame.tablas > 0 ? part(Tablas, { seat, count: ofGame.tablas }) : undefined),
  result: (_, result, { won, score, ...end }) => part(TablicResult, { lines: tablicTable(result, won), score: score?.points, ...end }),
};
