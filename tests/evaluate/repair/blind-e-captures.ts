/** Kinds of captures and of selections as a whole, written without a look at the repairs. */
import { kind, text, type Kind } from './kind.ts';
import { idOf, inCapture as inAnyCapture } from './blind-parts.ts';
import type { Call } from './originals.ts';

const ENDING: Readonly<Record<string, string>> = { lab: 'csv', heart_rate: 'pcap', iphone_web_scan: 'ndjson' };
const file = (id: string): string => `${id}.${ENDING[id] ?? 'pcapng'}`;
export const inCapture =
  (change: (id: string) => unknown): Kind['break'] =>
  (call, random) =>
    change(idOf(call) ?? '') === undefined ? undefined : inAnyCapture(change)(call, random);
export const captureAs =
  (name: string, change: (id: string) => unknown = (id) => id): Kind['break'] =>
  (call) => {
    const id = idOf(call);
    if (id === undefined) return undefined;
    const { capture_id: _, capture_ids: __, ...others } = call.capture_selection;
    return { ...call, capture_selection: { [name]: change(id), ...others } };
  };
const isOnly = ({ capture_selection }: Call): boolean => Object.keys(capture_selection).length === 1;
const selectionAs =
  (change: (id: string, call: Call) => unknown): Kind['break'] =>
  (call) => {
    const id = idOf(call);
    return id !== undefined && isOnly(call) ? change(id, call) : undefined;
  };
const renamedSelection =
  (name: string): Kind['break'] =>
  ({ capture_selection: selection, ...call }) =>
    Object.keys(selection).length === 0 ? undefined : { ...call, [name]: selection };
const plus =
  (extra: Readonly<Record<string, unknown>>): Kind['break'] =>
  (call) =>
    idOf(call) === undefined || Object.keys(extra).some((key) => key in call.capture_selection)
      ? undefined
      : { ...call, capture_selection: { ...call.capture_selection, ...extra } };

export const BLIND_E_CAPTURES: readonly Kind[] = [
  kind('e: capture as its file', inCapture(file)),
  kind(
    'e: capture as a path of Windows',
    inCapture((id) => `C:\\captures\\${file(id)}`),
  ),
  kind(
    'e: capture as a URL of a file',
    inCapture((id) => `file:///home/me/captures/${file(id)}`),
  ),
  kind(
    'e: capture as a path from home',
    inCapture((id) => `~/captures/${file(id)}`),
  ),
  kind(
    'e: capture as a resource',
    inCapture((id) => `capture://${id}`),
  ),
  kind(
    'e: capture behind an at sign',
    inCapture((id) => `@${id}`),
  ),
  kind(
    'e: capture in Pascal case',
    inCapture((id) => (id.includes('_') ? id.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()) : undefined)),
  ),
  kind(
    'e: capture in words',
    inCapture((id) => (id.includes('_') ? id.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()) : undefined)),
  ),
  kind(
    'e: capture with blanks around',
    inCapture((id) => ` ${id} `),
  ),
  kind(
    'e: capture in backticks',
    inCapture((id) => `\`${id}\``),
  ),
  kind(
    'e: capture as an object with a name',
    inCapture((name) => ({ name })),
  ),
  kind(
    'e: capture as an object with capture_id',
    inCapture((capture_id) => ({ capture_id })),
  ),
  kind(
    'e: capture as JSON text of a list',
    captureAs('capture_ids', (id) => text([id])),
  ),
  kind(
    'e: capture as a list in a list',
    captureAs('capture_ids', (id) => [[id]]),
  ),
  kind(
    'e: capture as an object of items',
    captureAs('capture_ids', (id) => ({ items: [id] })),
  ),
  ...['dataset', 'source', 'table', 'file', 'filename', 'capture_name', 'captureID', 'input_file', 'recording', 'captures'].map((name) =>
    kind(`e: capture under ${name}`, captureAs(name)),
  ),
  ...['selection', 'captureSelection', 'dataset', 'source', 'capture', 'capture-selection'].map((name) =>
    kind(`e: selection under ${name}`, renamedSelection(name)),
  ),
  kind('e: selection as JSON text', (call) =>
    idOf(call) === undefined ? undefined : { ...call, capture_selection: text(call.capture_selection) },
  ),
  kind('e: selection in a list', (call) =>
    idOf(call) === undefined ? undefined : { ...call, capture_selection: [call.capture_selection] },
  ),
  kind('e: selection in itself', (call) =>
    idOf(call) === undefined ? undefined : { ...call, capture_selection: { capture_selection: call.capture_selection } },
  ),
  kind(
    'e: selection as the name of its file',
    selectionAs((id, call) => ({ ...call, capture_selection: file(id) })),
  ),
  kind(
    'e: capture beside the arguments',
    selectionAs((capture_id, { capture_selection: _, ...call }) => ({ ...call, capture_id })),
  ),
  kind(
    'e: file_path among the arguments',
    selectionAs((id, { capture_selection: _, ...call }) => ({ ...call, arguments: { file_path: file(id), ...call.arguments } })),
  ),
  kind('e: null for the other name of the capture', (call) =>
    idOf(call) === undefined
      ? undefined
      : { ...call, capture_selection: { capture_id: null, capture_ids: null, ...call.capture_selection } },
  ),
  kind('e: an empty list beside the capture', (call) =>
    'capture_id' in call.capture_selection ? { ...call, capture_selection: { ...call.capture_selection, capture_ids: [] } } : undefined,
  ),
  kind('e: null for all other parts', plus({ filter_expression: null, time_window: null, selectors: null })),
  kind('e: null in a window', plus({ time_window: { start_ms: null, end_ms: null } })),
  kind('e: the word none for a filter', plus({ filter_expression: 'none' })),
  kind('e: a star for a filter', plus({ filter_expression: '*' })),
  kind('e: one is one for a filter', plus({ filter_expression: '1=1' })),
  kind('e: all for the channels', plus({ selectors: { channels: 'all' } })),
  kind('e: selectors with nothing in them', plus({ selectors: { filters: [], channels: [], time_range: null } })),
  kind('e: selectors with null for each', plus({ selectors: { filters: null, channels: null, time_range: null } })),
];
