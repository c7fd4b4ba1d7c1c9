/** Something that is fetched: on its way, there, or failed with words for it. */
import type { FailureCode } from '../net/api';
import { failureCode } from './app.svelte';

export class Loading<T> {
  value = $state.raw<T | undefined>(undefined);
  failed = $state.raw<FailureCode | null>(null);
  private turn = 0;

  constructor(private readonly fetcher: () => Promise<T>) {}

  /** Fetches (again). A slower answer to an earlier question is dropped. */
  async load(): Promise<void> {
    const turn = ++this.turn;
    this.failed = null;
    try {
      const value = await this.fetcher();
      if (turn === this.turn) this.value = value;
    } catch (error) {
      if (turn === this.turn) this.failed = failureCode(error);
    }
  }
}
