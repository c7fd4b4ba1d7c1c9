/** Words that only some pages need: fetched when they are first read, in the reader's language. */
import { fetchCatalogue, format, type Catalogue, type CatalogueFiles, type CatalogueName, type Language, type Say } from './core';
import { language } from './index.svelte';

/** Something that differs from language to language. */
export class Spoken<T> {
  private loaded = $state.raw<{ language: Language; value: T } | null>(null);
  failed = $state(false);
  private wanted: Language | undefined;

  constructor(private readonly load: (language: Language) => Promise<T>) {}

  /** True if it has been loaded. */
  get ready(): boolean {
    return this.loaded !== null;
  }

  /** The thing itself, and the language it is in, once it has been loaded. */
  get now(): { readonly language: Language; readonly value: T } | null {
    return this.loaded;
  }

  /** Fetches it in the language that is spoken now. Called from an effect, it follows the reader's choice. */
  follow(): void {
    const wanted = language();
    this.wanted = wanted;
    this.failed = false;
    this.load(wanted).then(
      (value) => {
        // A slower answer to an earlier choice is dropped.
        if (this.wanted === wanted) this.loaded = { language: wanted, value };
      },
      () => {
        if (this.wanted === wanted) this.failed = true;
      },
    );
  }
}

/** The words of the catalogue `C`. */
export class Words<C extends CatalogueName> extends Spoken<Catalogue> {
  constructor(files: CatalogueFiles) {
    super((language) => fetchCatalogue(files, language));
  }

  readonly t: Say<C> = (key, ...[values]) => (this.now ? format(this.now.value, this.now.language, key, values) : '');
}
