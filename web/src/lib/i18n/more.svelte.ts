/** Long texts that only one page needs: fetched when it opens, in the language of the reader. */
import type { Catalogue, Language, Params } from './core';
import { format } from './core';
import { language } from './index.svelte';

type Loaders<K extends string> = Record<Language, () => Promise<{ default: Catalogue<K> }>>;

export class Words<K extends string> {
  private loaded = $state.raw<{ language: Language; catalogue: Catalogue<K> } | null>(null);
  failed = $state(false);
  private wanted: Language | undefined;

  constructor(private readonly loaders: Loaders<K>) {}

  /** True if the texts have been loaded. */
  get ready(): boolean {
    return this.loaded !== null;
  }

  /** Fetches the texts in the language that is spoken now. Called from an effect, it follows the reader's choice. */
  follow(): void {
    const wanted = language();
    this.wanted = wanted;
    this.failed = false;
    this.loaders[wanted]().then(
      ({ default: catalogue }) => {
        // A slower answer to an earlier choice is dropped.
        if (this.wanted === wanted) this.loaded = { language: wanted, catalogue };
      },
      () => {
        if (this.wanted === wanted) this.failed = true;
      },
    );
  }

  readonly t = (key: K, params?: Params): string =>
    this.loaded ? format(this.loaded.catalogue, this.loaded.language, key, params) : '';
}
