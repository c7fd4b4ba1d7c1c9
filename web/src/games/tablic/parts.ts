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
  listed: (_, { table, lying, capture, onhand }) => {
    const choosing = table.you !== null && !table.taking && capture.active ? capture : undefined;
    return part(OpenCards, {
      cards: lying,
      takeable: choosing?.choice.takeable,
      picked: choosing?.picked,
      offered: choosing?.offered,
      onpick: (card: string) => choosing?.pressTable(card),
      ondown: onhand,
    });
  },
  replayed: (_, { lying, geometry }) => part(OpenCards, { cards: lying, geometry }),
  capturing: (capture) => part(CapturePanel, { capture }),
  lastCapture: (capture, room) => part(LastCapture, { capture, ...room }),
  figure: ({ seat, ofGame }) => (ofGame && ofGame.tablas > 0 ? part(Tablas, { seat, count: ofGame.tablas }) : undefined),
  result: ({ options }, result, { won, score, ...end }) =>
    part(TablicResult, { lines: tablicTable(result, options, won), score: score?.points, ...end }),
};

export default parts;
