/** Opening a table: one's own, or at once against bots. */
import { GAMES } from '../../games';
import type { GameOptions, TableConfig } from '../protocol';
import { gameOf } from '../state/kind';
import { STRENGTHS } from '../state/lobby';
import { CLOCKS } from '../state/tableForm';
import { lessons } from './lessons.svelte';
import { tablePath } from './route';
import { navigate } from './router.svelte';
import { api, failureCode } from './server';
import { session } from './session.svelte';

class Opening {
  /** Sets a table up and goes there to sit down. */
  async open(config: TableConfig): Promise<void> {
    await session.ensureUser();
    const { table, invite } = await api.createTable(config).catch((error: unknown) => {
      if (failureCode(error) === 'unauthorized') void session.recognise();
      throw error;
    });
    navigate(tablePath(table, invite, true));
  }

  /**
   * One of the games that can be played at once, against bots and without any question: nothing is
   * at stake, and no clock runs. Bots of one level after the other are asked for: the gentlest there is
   * plays. A player new to the game is dealt a prepared deal first, if there is one.
   */
  async playNow(game: GameOptions): Promise<void> {
    const isFirst = lessons.played[gameOf(game)] === 0;
    const lesson = isFirst && GAMES[game.name].hasLesson ? { lesson: true } : {};
    let refused: unknown;
    for (const bots of STRENGTHS) {
      try {
        await this.open({ game, bots, rated: false, clock: CLOCKS.alone, ...lesson });
        return;
      } catch (error) {
        if (failureCode(error) !== 'no_bots') throw error;
        refused = error;
      }
    }
    throw refused;
  }
}

export const opening = new Opening();
