/** Something that is fetched: on its way, there, or failed with words for it. */
import type { FailureCode } from '../net/api';
import { failureCode } from './server';

export class Loading<T> {
  value = $state.raw<T | undefined>(undefined);
  failed = $state.raw<FailureCode | null>(null);
  private turn = 0;
  private about: unknown;

  constructor(private readonly fetcher: () => Promise<T>) {}

  /**
   * Fetches (again). A slower answer to an earlier question is dropped, and so
   * is the answer that is there if it is about something else.
   */
  async load(about = this.about): Promise<void> {
    const turn = ++this.turn;
    if (about !== this.about) this.value = undefined;
    this.about = about;
    this.failed = null;
    try {
      const value = await this.fetcher();
      if (turn === this.turn) this.value = value;
    } catch (error) {
      if (turn === this.turn) this.failed = failureCode(error);
    }
  }
}
