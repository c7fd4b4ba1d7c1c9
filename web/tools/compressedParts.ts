/**
 * Writes each part of the built page compressed beside itself (`.br`, `.gz`), once and for all: the server hands these
 * out as they are.
 */
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** The ends of the names of what is text; pictures and fonts are compressed already. */
const TEXTS = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']);
/** Smaller texts fit one packet either way. */
const LEAST_BYTES = 1024;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

async function compress(file: string) {
  const text = await readFile(file);
  if (text.length < LEAST_BYTES) return;
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  await Promise.all([
    asBrotli(text, { params: size }).then((short) => writeFile(`${file}.br`, short)),
    asGzip(text, { level: 9 }).then((short) => writeFile(`${file}.gz`, short)),
  ]);
}

export function compressedParts(): Plugin {
  let folder = '';
  return {
    name: 'vzetek-compressed-parts',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    async closeBundle() {
      const names = await readdir(folder, { recursive: true });
      await Promise.all(names.filter((name) => TEXTS.has(extname(name))).map((name) => compress(join(folder, name))));
    },
  };
}
