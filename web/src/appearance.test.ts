import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const sheet = readFileSync(join(import.meta.dirname, 'app.css'), 'utf8');

/** Returns the declared properties of the rules with the selector. */
function properties(selector: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, selectors, body] of sheet.matchAll(/^([^\s@}/][^{}]*)\{([^{}]*)\}/gm)) {
    if (selectors?.trim() !== selector) continue;
    for (const [, name, value] of (body ?? '').matchAll(/(--[\w-]+):\s*([^;]+);/g)) found.set(name ?? '', value ?? '');
  }
  return found;
}

const root = properties(':root');
const table = properties('[data-cloth]');

type Light = 'day' | 'night';

/** Returns the luminance of a property's colour, from 0 for black to 1 for white. */
function luminance(value: string | undefined, light: Light): number {
  const colours = value?.match(/#[0-9a-f]{6}/g) ?? [];
  const colour = light === 'night' ? colours.at(-1) : colours[0];
  if (colour === undefined) throw new Error(`no colour in ${value}`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const LIGHTS: Light[] = ['day', 'night'];

describe.each(['walnut', 'green', 'wine', 'blue'])('the %s cloth', (name) => {
  const own = name === 'walnut' ? root : properties(`[data-cloth='${name}']`);

  it.each(LIGHTS)('lets words be read by %s', (light) => {
    for (const ground of ['--cloth-light', '--cloth', '--cloth-deep', '--plate']) {
      for (const ink of [root.get('--felt-text'), table.get('--felt-muted')]) {
        const contrast = (luminance(ink, light) + 0.05) / (luminance(own.get(ground), light) + 0.05);
        expect(contrast, `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('is dimmer by night', () => {
    for (const ground of ['--cloth-light', '--cloth', '--cloth-deep', '--plate']) {
      expect(luminance(own.get(ground), 'night'), ground).toBeLessThan(luminance(own.get(ground), 'day') * 0.75);
    }
  });
});

describe('what lies above what', () => {
  it('has a name everywhere', () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(svelte|css)$/.test(file));
    const unnamed = files.flatMap((file) =>
      [...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/z-index: ([^;]+);/g)]
        .map(([, value]) => value ?? '')
        .filter((value) => !root.has(/^var\((--layer-[\w-]+)\)$/.exec(value)?.[1] ?? ''))
        .map((value) => `${file}: ${value}`),
    );
    expect(unnamed).toEqual([]);
  });
});
