import MiniSearch from 'minisearch';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { ToolManifest } from '../../tools/contract/index.ts';
import { STOP_WORDS } from '../../tools/choose.ts';
import type { Found } from '../../tools/definition.ts';
import { type Section, sectionsOf } from '../../manual/manual-page.ts';
import { manual } from '../../manual/pages.ts';

/** The tools and captures that a search covers in addition to the manual. */
export interface Searched {
  readonly tools: readonly ToolManifest[];
  readonly captures: readonly CaptureInfo[];
}

interface Entry {
  readonly at: number;
  readonly found: Found;
  readonly title: string;
  /** Names and tags of a searchable entry, split into short words. */
  readonly names: string;
  readonly text: string;
}

const DOCUMENT_EXCERPT = 300;

/** Reduces a word to its stem in lower case; null for stop words. */
function stem(term: string): string | null {
  const word = term.toLowerCase();
  if (STOP_WORDS.has(word)) return null;
  return word.length < 5
    ? word
    : word
        .replace(/(?:ies|y)$/, 'i')
        .replace(/(?:sses)$/, 'ss')
        .replace(/(?:ing|ed|es|s)$/, '');
}

let last: { readonly state: string; readonly index: MiniSearch<Entry> } | undefined;

/** Entries that match the words, most relevant first (BM25+). Matches in names and titles count more, matches of misspelt words less. */
export function rankedSearch(text: string, searched: Searched, limit: number, kinds: readonly Found['kind'][]): readonly Found[] {
  const { tools, captures } = searched;
  const state = JSON.stringify([tools.map(({ name, version }) => [name, version]), captures.map(({ capture_id }) => capture_id)]);
  if (last?.state !== state) last = { state, index: indexOf(searched) };
  return last.index
    .search(text)
    .map((hit) => hit['found'] as Found)
    .filter(({ kind }) => kinds.includes(kind))
    .slice(0, limit);
}

function indexOf({ tools, captures }: Searched): MiniSearch<Entry> {
  const index = new MiniSearch<Entry>({
    idField: 'at',
    fields: ['names', 'title', 'text'],
    storeFields: ['found'],
    processTerm: stem,
    searchOptions: { boost: { names: 2, title: 1.5 }, prefix: (term) => term.length > 3, fuzzy: (term) => (term.length > 5 ? 0.2 : false) },
  });
  const entries = [...tools.map(toolEntry), ...captures.map(captureEntry), ...sectionsOf(manual()).map(documentEntry)];
  index.addAll(entries.map((entry, at) => ({ ...entry, title: entry.found.title, at })));
  return index;
}

type Written = Omit<Entry, 'at' | 'title'>;

const toolEntry = (tool: ToolManifest): Written => ({
  found: { kind: 'tool', id: tool.name, title: tool.title, excerpt: tool.description },
  names: [tool.name, ...tool.tags, ...tool.capabilities].join(' ').replaceAll('_', ' '),
  text: [tool.description, tool.background, tool.long_description, ...tool.examples.map(({ description }) => description)].join(' '),
});

/** The text by which a capture is found. Names inside the capture are searched but never shown, because they are untrusted. */
const captureEntry = ({ capture_id, kind, format, row_count, file_name, columns, sensors }: CaptureInfo): Written => ({
  found: {
    kind: 'capture',
    id: capture_id,
    title: `Capture ${capture_id}`,
    excerpt: `${kind === 'ble' ? 'Packets' : 'A table'} in format ${format}, ${String(row_count)} rows.`,
  },
  names: [capture_id, format, file_name].join(' ').replaceAll('_', ' '),
  text: [...columns.map(({ name }) => name), ...sensors].join(' ').replaceAll('_', ' '),
});

const documentEntry = ({ file, title, text }: Section): Written => ({
  found: { kind: 'document', id: `${file}: ${title}`, title, excerpt: text.slice(0, DOCUMENT_EXCERPT) },
  names: '',
  text,
});
