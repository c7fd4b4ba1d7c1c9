/** The components of tablić. */
import CapturePanel from './components/CapturePanel.svelte';
import LastCapture from './components/LastCapture.svelte';
import OpenCards from './components/OpenCards.svelte';
import Tablas from './components/Tablas.svelte';
import TablicResult from './components/TablicResult.svelte';
import TablicTable from './components/TablicTable.svelte';
import { tablicTable } from './state/result';
import { part, type PartsOf } from '../parts';

const parts: PartsOf<'tablic'> = {
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

export default parts;
