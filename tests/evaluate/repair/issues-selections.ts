/**
 * Kinds of selections that issue threads show. The thread that a kind follows is above it; a kind without
 * one is a variant of such a kind.
 */
import { filtersOf, inChannels, inFilter, inWindow, isText, kind, text, type Kind } from './kind.ts';
import type { Call } from './originals.ts';

const iso = (ms: number): string => new Date(ms).toISOString();
const inSelection =
  (change: (selection: Readonly<Record<string, unknown>>, call: Call) => unknown): Kind['break'] =>
  (call) => {
    const changed = Object.keys(call.capture_selection).length === 0 ? undefined : change(call.capture_selection, call);
    return changed === undefined ? undefined : { ...call, capture_selection: changed };
  };
/** Replaces a filter that is one comparison with a number. */
const inComparison = (change: (column: string, value: number) => unknown): Kind['break'] => {
  const parts = /^(rssi|snr) > (-?\d+)$/;
  return (call) => {
    const found = filtersOf(call).find((each) => parts.test(each.text));
    const [, column = '', value = ''] = found === undefined ? [] : (parts.exec(found.text) ?? []);
    if (found === undefined) return undefined;
    found.put(change(column, Number(value)));
    return call;
  };
};

const captures: readonly Kind[] = [
  // https://github.com/TianGzlab/OmicsClaw/pull/195
  kind(
    'capture as an uploaded file',
    inSelection(({ capture_id, ...own }) =>
      isText(capture_id)
        ? {
            ...own,
            capture_id: `/mnt/data/${String(capture_id)}${capture_id === 'lab' ? '.csv' : capture_id === 'heart_rate' ? '.pcap' : '.pcapng'}`,
          }
        : undefined,
    ),
  ),
  kind(
    'selection as escaped JSON',
    inSelection((selection) => text(text(selection))),
  ),
  // https://github.com/anomalyco/opencode/pull/35405
  kind('selection in dotted names', (call) => {
    const { capture_selection, ...others } = call;
    const given = Object.entries(capture_selection);
    if (given.length === 0 || 'selectors' in capture_selection) return undefined;
    return { ...others, ...Object.fromEntries(given.map(([key, value]) => [`capture_selection.${key}`, value])) };
  }),
  // https://github.com/esengine/DeepSeek-Reasonix/pull/2839
  kind('selection in square brackets', (call) =>
    Object.keys(call.capture_selection).length === 0
      ? undefined
      : text({ ...call, capture_selection: 0 }).replace(
          '"capture_selection":0',
          `"capture_selection":[${text(call.capture_selection).slice(1, -1)}]`,
        ),
  ),
  // https://github.com/HKUDS/nanobot/pull/1507
  kind(
    'selection in a list',
    inSelection((selection) => [selection]),
  ),
  // https://github.com/anthropics/claude-code/issues/86459
  kind(
    'captures as one text',
    inSelection(({ capture_ids, ...own }) => (Array.isArray(capture_ids) ? { ...own, capture_ids: text(capture_ids) } : undefined)),
  ),
  kind('selection in the input of a tool', ({ tool_name, arguments: args, capture_selection }) => ({
    tool: tool_name,
    tool_input: { input: { capture_selection, ...args } },
  })),
];

const filters: readonly Kind[] = [
  // https://github.com/langchain-ai/langchain/issues/9368
  kind(
    'comparison of a retriever',
    inComparison((column, value) => `gt("${column}", ${String(value)})`),
  ),
  // https://github.com/langchain-ai/langchain/issues/3788
  kind(
    'comparison as a retriever prints it',
    inComparison((column, value) => `Comparison(comparator=<Comparator.GT: 'gt'>, attribute='${column}', value=${String(value)})`),
  ),
  // https://github.com/langchain-ai/langchainjs/issues/1480
  kind(
    'functions joined by a word',
    inFilter((filter) =>
      filter
        .replace('jitter >= 1 AND latency_ms <= 60', 'gte("jitter", 1) and lte("latency_ms", 60)')
        .replace('channel IN (37, 38, 39) AND rssi > -95', 'in("channel", [37, 38, 39]) and gt("rssi", -95)'),
    ),
  ),
  // https://github.com/langchain-ai/langchain/pull/10304
  kind(
    'filter of PostgREST',
    inComparison((column, value) => `${column}=gt.${String(value)}`),
  ),
  // https://github.com/langchain-ai/langchain/issues/10474
  kind(
    'filter of Weaviate',
    inComparison((column, value) => ({ path: [column], operator: 'GreaterThan', valueNumber: value })),
  ),
  // https://github.com/langchain-ai/langchain/issues/27204
  kind(
    'filter of Qdrant',
    inComparison((column, value) => ({ must: [{ key: column, range: { gt: value } }] })),
  ),
  // https://github.com/PostHog/posthog/pull/25903
  kind(
    'filter of an analytics product',
    inComparison((column, value) => [{ key: column, operator: 'gt', value, type: 'event' }]),
  ),
  // https://github.com/joewalnes/filtrex/issues/12
  kind(
    'filter of a path',
    inComparison((column, value) => `packet.${column} > ${String(value)}`),
  ),
  // https://github.com/ggml-org/llama.cpp/issues/21680
  kind(
    'filter of Mongo in a text',
    inComparison((column, value) => text({ [column]: { $gt: value } })),
  ),
  // https://github.com/ggml-org/llama.cpp/issues/21680
  kind(
    'expression of Mongo',
    inComparison((column, value) => ({ $expr: { $gt: [`$${column}`, value] } })),
  ),
  // https://github.com/lightdash/lightdash/pull/27102
  kind(
    'filter of a dashboard',
    inComparison((column, value) => ({ target: { fieldId: column }, operator: 'greaterThan', values: [value] })),
  ),
  kind(
    'filter of a shop of metrics',
    inComparison((column, value) => `{${column}>${String(value)}}`),
  ),
  // https://github.com/loculus-project/loculus/pull/6501
  kind(
    'filter of a range of Lucene',
    inComparison((column, value) => `${column}:{${String(value)} TO *}`),
  ),
  kind(
    'filter of pandas',
    inComparison((column, value) => `df[df["${column}"] > ${String(value)}]`),
  ),
  kind(
    'query of pandas',
    inComparison((column, value) => `df.query("${column} > ${String(value)}")`),
  ),
  kind(
    'filter with HTML for its signs',
    inFilter((filter) => filter.replaceAll('>', '&gt;').replaceAll('<', '&lt;')),
  ),
  kind(
    'filter with is',
    inFilter((filter) => filter.replace('crc_ok = TRUE', 'crc_ok is True')),
  ),
  kind(
    'filter with a unit in words',
    inFilter((filter) => filter.replace(/rssi > (-\d+)/, 'rssi greater than $1 dBm')),
  ),
];

const windows: readonly Kind[] = [
  // https://github.com/loculus-project/loculus/pull/6501
  kind(
    'window of Lucene',
    inWindow(({ start_ms, end_ms }) => `[${iso(start_ms)} TO ${iso(end_ms)}]`),
  ),
  // https://github.com/cmu-delphi/delphi-epidata/issues/1153
  kind(
    'window with two dashes',
    inWindow(({ start_ms, end_ms }) => `${iso(start_ms)}--${iso(end_ms)}`),
  ),
  kind(
    'window of a calendar',
    inWindow(({ start_ms, end_ms }) => ({
      start: { dateTime: iso(start_ms), timeZone: 'UTC' },
      end: { dateTime: iso(end_ms), timeZone: 'UTC' },
    })),
  ),
  // https://github.com/CircleCI-Public/mcp-server-circleci/pull/141
  kind(
    'window with dates for names',
    inWindow(({ start_ms, end_ms }) => ({ startDate: iso(start_ms), endDate: iso(end_ms) })),
  ),
  kind(
    'window as a list of two',
    inWindow(({ start_ms, end_ms }) => [iso(start_ms), iso(end_ms)]),
  ),
  kind(
    'window as texts of exponents',
    inWindow(({ start_ms, end_ms }) => ({ start_ms: `${String(start_ms / 1e12)}e12`, end_ms: `${String(end_ms / 1e12)}e12` })),
  ),
  // https://github.com/PrefectHQ/fastmcp/issues/932
  kind(
    'window as a text without braces',
    inWindow(({ start_ms, end_ms }) => `"start_ms": ${String(start_ms)}, "end_ms": ${String(end_ms)}`),
  ),
];

const channels: readonly Kind[] = [
  // https://github.com/anthropics/claude-code/issues/73137
  kind(
    'channels as the text of a list',
    inChannels((list) => `[${list.join(', ')}]`),
  ),
  kind(
    'channels with a point',
    inChannels((list) => list.map((each) => `${each}.0`)),
  ),
  kind(
    'channels with indexes',
    inChannels((list) => Object.fromEntries(list.map((each, at) => [String(at), each]))),
  ),
  kind(
    'channels as objects',
    inChannels((list) => list.map((each) => ({ channel: Number(each) }))),
  ),
];

export const ISSUES_SELECTIONS: readonly Kind[] = [...captures, ...filters, ...windows, ...channels];
