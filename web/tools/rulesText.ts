/**
 * The rules of the games, written in Markdown (`src/games/<game>/rules/<language>.md`), made into Svelte components when
 * the page is built. Beside ordinary Markdown they hold:
 *
 * - `## The deal {#deal}`: a section, with the name that addresses and contents call it by in every language;
 * - `:card[D4]`: a card within a text;
 * - `:::cards` … `:::`: cards side by side, as in `BK Ana, *B2* Bor, ~~D3~~`: each with the word below it, `*` around
 *   the one that stands out, `~~` around those that may not be played; then, after an empty line, what they show;
 * - `::::kifameno` … `::::`: what holds only for one of the games that share these rules, and `::::four` … `::::`
 *   what holds only for this number of players;
 * - `::options`: a part that a component of the game fills in (`parts`);
 * - a word on a line and `: its meaning` on the next: the words of the game.
 *
 * Text before the first section is the game's idea.
 */
import { Marked, type Parser, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { RulesDocument } from '../src/games/module.ts';
import { TABLIC_RULES } from '../src/games/tablic/rules.ts';
import { TAROK_RULES } from '../src/games/tarok/rules.ts';
import { TRSET_RULES } from '../src/games/trset/rules.ts';

/** The games whose rules are texts. */
const DOCUMENTS: Readonly<Record<string, RulesDocument>> = { trset: TRSET_RULES, tarok: TAROK_RULES, tablic: TABLIC_RULES };

const COMPONENTS = '../../../components';
/** The address of the rules in a language; the name is that of the game. */
const RULES = /\/games\/(\w+)\/rules\/\w+\.md$/;

interface CardShown {
  card: string;
  below: string;
  best: boolean;
  dimmed: boolean;
}

interface CardsToken extends Tokens.Generic {
  type: 'cards';
  cards: CardShown[];
  caption: Token[];
}

interface OnlyToken extends Tokens.Generic {
  type: 'only';
  /** The word for those for whom it holds. */
  whom: string;
  /** The condition, as the component asks it. */
  condition: string;
  tokens: Token[];
}

interface PartToken extends Tokens.Generic {
  type: 'part';
  name: string;
}

interface DefinitionsToken extends Tokens.Generic {
  type: 'definitions';
  entries: { word: Token[]; meaning: Token[] }[];
}

interface Section {
  id: string;
  title: string;
  /** The condition under which it is there; always if there is none. */
  condition?: string;
}

/** Returns the source of a Svelte component for a game's rules in Markdown. Throws if something in them is not understood. */
export function rulesComponent(name: string, markdown: string): string {
  const document = documentOf(name);
  const marked = reader(document);
  const tokens = marked.lexer(markdown);
  const start = tokens.findIndex(({ type }) => type === 'heading' || type === 'only');
  const idea = tokens.slice(0, start);
  const titles = sectionsOf(tokens).map(({ id, title, condition }) => {
    const section = JSON.stringify({ id, title });
    return condition === undefined ? section : `...(${condition} ? [${section}] : [])`;
  });
  return `<script>
  import CardChip from '${COMPONENTS}/CardChip.svelte';
  import CardRow from '${COMPONENTS}/rules/CardRow.svelte';
  import RulesFrame from '${COMPONENTS}/rules/RulesFrame.svelte';
${Object.values(document.parts ?? {})
  .map((part) => `  import ${part} from '../components/${part}.svelte';\n`)
  .join('')}
  let { game, players } = $props();
</script>

<RulesFrame {game} sections={[${titles.join(', ')}]}>
${idea.length > 0 ? `{#snippet idea()}${marked.parser(idea)}{/snippet}\n` : ''}${marked.parser(tokens.slice(start))}</RulesFrame>
`;
}

/** Returns what the rules consist of, but for their words: alike in all languages. */
export function outline(name: string, markdown: string): string[] {
  return reader(documentOf(name)).lexer(markdown).flatMap(outlineOf);
}

/** Makes components of the rules' texts. */
export function rulesText(): Plugin {
  return {
    name: 'vzetek-rules',
    // Before Svelte compiles them.
    enforce: 'pre',
    transform(code, id) {
      const [, game] = RULES.exec(id) ?? [];
      return game === undefined ? undefined : { code: rulesComponent(game, code), map: null };
    },
  };
}

function documentOf(name: string): RulesDocument {
  const document = DOCUMENTS[name];
  if (!document) throw new Error(`there are no rules of ${name}, only of ${Object.keys(DOCUMENTS).join(', ')}`);
  return document;
}

function sectionsOf(tokens: readonly Token[], condition?: string): Section[] {
  return tokens.flatMap((token) => {
    if (token.type === 'only') return sectionsOf((token as OnlyToken).tokens, (token as OnlyToken).condition);
    if (token.type !== 'heading') return [];
    return [{ ...headed(token as Tokens.Heading), ...(condition === undefined ? {} : { condition }) }];
  });
}

/** Reads `The deal {#deal}`. */
function headed({ text }: Tokens.Heading): { id: string; title: string } {
  const [, title, id] = /^(.+?) *\{#([a-z]+)\}$/.exec(text) ?? [];
  if (title === undefined || id === undefined) throw new Error(`the section “${text}” has no name, as in “${text} {#deal}”`);
  return { id, title };
}

/** Returns the condition that a word stands for, if it stands for one. */
function conditionOf(whom: string, { games, players = {} }: RulesDocument): string | undefined {
  if (games.includes(whom)) return `game === '${whom}'`;
  const n = players[whom];
  return n === undefined ? undefined : `players === ${n}`;
}

/** Reads `BK Ana, *B2* Bor, ~~D3~~`. */
function cardsOf(text: string, { isCard }: RulesDocument): CardShown[] {
  return text.split(',').map((written) => {
    const [, mark = '', card = '', below = ''] = /^(\*|~~)?([A-Z]\w+)\1? *(.*)$/.exec(written.trim()) ?? [];
    if (!isCard(card)) throw new Error(`“${written.trim()}” is no card of this game, as in “BK Ana, *B2* Bor, ~~D3~~”`);
    return { card, below, best: mark === '*', dimmed: mark === '~~' };
  });
}

/** Markdown with the additions of these rules. */
function reader(document: RulesDocument): Marked {
  const marked = new Marked();
  marked.use({
    extensions: [
      {
        name: 'fence',
        level: 'block',
        start: (source) => /^:{3,}\w/m.exec(source)?.index,
        tokenizer(source) {
          const opened = /^(:{3,})(\w+)\n/.exec(source);
          if (!opened) return undefined;
          const [, fence = '', name = ''] = opened;
          const found = new RegExp(`^${fence}${name}\\n([^]*?)\\n${fence}(?:\\n+|$)`).exec(source);
          if (!found) throw new Error(`“${fence}${name}” is not closed by a line “${fence}”`);
          const [raw, body = ''] = found;
          if (name === 'cards') {
            const [row = '', ...caption] = body.split('\n\n');
            const tokens = this.lexer.inlineTokens(caption.join('\n\n'));
            return { type: 'cards', raw, cards: cardsOf(row, document), caption: tokens };
          }
          const condition = conditionOf(name, document);
          if (condition !== undefined) return { type: 'only', raw, whom: name, condition, tokens: this.lexer.blockTokens(body) };
          const known = ['cards', ...document.games, ...Object.keys(document.players ?? {})];
          throw new Error(`“${fence}${name}” is none of ${known.join(', ')}`);
        },
      },
      {
        name: 'cards',
        renderer(token) {
          return cardRow(token as CardsToken, this.parser);
        },
      },
      {
        name: 'only',
        renderer(token) {
          const { condition, tokens } = token as OnlyToken;
          return `{#if ${condition}}\n${this.parser.parse(tokens)}{/if}\n`;
        },
      },
      {
        name: 'part',
        level: 'block',
        start: (source) => /^::\w/m.exec(source)?.index,
        tokenizer(source) {
          const [raw, name] = /^::(\w+)(?:\n+|$)/.exec(source) ?? [];
          if (raw === undefined || name === undefined) return undefined;
          const parts = Object.keys(document.parts ?? {});
          if (!parts.includes(name)) throw new Error(`“::${name}” is none of ${parts.join(', ')}`);
          return { type: 'part', raw, name };
        },
        renderer: (token) => `<${document.parts?.[(token as PartToken).name] ?? ''} {players} />\n`,
      },
      {
        name: 'definitions',
        level: 'block',
        tokenizer(source) {
          const [raw] = /^(?:[^\n:]+\n: [^\n]+(?:\n+|$))+/.exec(source) ?? [];
          if (raw === undefined) return undefined;
          const entries = [...raw.matchAll(/^([^\n:]+)\n: ([^\n]+)/gm)].map(([, word = '', meaning = '']) => ({
            word: this.lexer.inlineTokens(word),
            meaning: this.lexer.inlineTokens(meaning),
          }));
          return { type: 'definitions', raw, entries };
        },
        renderer(token) {
          const entries = (token as DefinitionsToken).entries.map(
            ({ word, meaning }) => `<dt>${this.parser.parseInline(word)}</dt>\n<dd>${this.parser.parseInline(meaning)}</dd>\n`,
          );
          return `<dl>\n${entries.join('')}</dl>\n`;
        },
      },
      {
        name: 'card',
        level: 'inline',
        start: (source) => source.indexOf(':card['),
        tokenizer(source) {
          const [raw, card = ''] = /^:card\[(\w*)\]/.exec(source) ?? [];
          if (raw === undefined) return undefined;
          if (!document.isCard(card)) throw new Error(`“${raw}” is no card of this game`);
          return { type: 'card', raw, card };
        },
        renderer: ({ card }) => `<CardChip card="${card as string}" />`,
      },
    ],
    renderer: {
      heading(token) {
        const { id, title } = headed(token);
        return `<h2 id="${id}" tabindex="-1">${quoted(title)}</h2>\n`;
      },
      text(token) {
        return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : quoted(token.text);
      },
      table({ header, rows }) {
        const cell = ({ tokens, align }: Tokens.TableCell, tag: string): string =>
          `<${tag}${align === 'right' ? ' class="number"' : ''}>${this.parser.parseInline(tokens)}</${tag.slice(0, 2)}>`;
        const head = header.some(({ text }) => text !== '')
          ? `<thead><tr>${header.map((one) => cell(one, 'th scope="col"')).join('')}</tr></thead>`
          : '';
        const body = rows.map((row) => row.map((one, i) => cell(one, i === 0 ? 'th scope="row"' : 'td')).join(''));
        return `<div class="scroll"><table>${head}<tbody><tr>${body.join('</tr><tr>')}</tr></tbody></table></div>\n`;
      },
    },
  });
  return marked;
}

/** Text as it stands in the source of a component. */
function quoted(text: string): string {
  return text.replace(/[<>{}]|&(?!\w+;)/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function cardRow({ cards, caption }: CardsToken, parser: Parser): string {
  const below = cards.some((one) => one.below !== '') ? cards.map((one) => one.below) : undefined;
  const given = {
    cards: cards.map(({ card }) => card),
    below,
    dimmed: cards.filter((one) => one.dimmed).map(({ card }) => card),
    best: cards.find((one) => one.best)?.card,
  };
  const props = Object.entries(given).map(([name, value]) => (value === undefined ? '' : ` ${name}={${JSON.stringify(value)}}`));
  return caption.length > 0 ? `<CardRow${props.join('')}>${parser.parseInline(caption)}</CardRow>\n` : `<CardRow${props.join('')} />\n`;
}

function outlineOf(token: Token): string[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'heading':
      return [`# ${headed(token as Tokens.Heading).id}`];
    case 'only': {
      const { whom, tokens } = token as OnlyToken;
      return [`only ${whom}`, ...tokens.flatMap(outlineOf), 'for all'];
    }
    case 'cards': {
      const { cards, caption } = token as CardsToken;
      const shown = cards.map(({ card, best, dimmed, below }) => `${card}${best ? '*' : ''}${dimmed ? '~' : ''}${below ? '_' : ''}`);
      return [`cards ${shown.join(' ')}${caption.length > 0 ? ' :' : ''}`];
    }
    case 'part':
      return [`part ${(token as PartToken).name}`];
    case 'definitions':
      return [`definitions ${(token as DefinitionsToken).entries.length}`];
    case 'list':
      return [`list ${(token as Tokens.List).items.length}`];
    case 'table': {
      const { align, rows } = token as Tokens.Table;
      // Figures are the same for all.
      const figures = rows.map((row) => row.map(({ text }) => (/\p{L}/u.test(text) ? 'a' : text)).join('|'));
      return [`table ${align.join(' ')}`, ...figures];
    }
    default: {
      const cards = [...token.raw.matchAll(/:card\[(\w+)\]/g)].map(([, card]) => ` ${card ?? ''}`);
      return [`${token.type}${cards.join('')}`];
    }
  }
}
