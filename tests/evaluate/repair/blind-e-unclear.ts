/** Kinds of selections that no longer say what was asked, written without a look at the repairs. */
import { inChannels, inFilter, lost, type Kind } from './kind.ts';
import { inPredicate, iso, single } from './blind-parts.ts';
import { captureAs, inCapture } from './blind-e-captures.ts';
import { windowAs } from './blind-e-windows.ts';

export const BLIND_E_UNCLEAR: readonly Kind[] = [
  lost(
    'e: capture of an example',
    inCapture(() => 'your_capture.pcapng'),
  ),
  lost(
    'e: capture of a template',
    inCapture(() => '{{capture_id}}'),
    { open: 'several' },
  ),
  lost(
    'e: capture by its place',
    inCapture(() => 1),
    { open: 'several' },
  ),
  lost(
    'e: capture as the latest',
    inCapture(() => 'latest'),
    { open: 'several' },
  ),
  lost(
    'e: capture with another that is not there',
    captureAs('capture_ids', (id) => [id, 'office_floor_3']),
  ),
  lost(
    'e: capture of another day',
    inCapture((id) => `${id}_2019_01_01`),
    { open: 'several' },
  ),
  lost('e: capture not to take', captureAs('exclude_capture')),
  lost(
    'e: filter with a word for its value',
    inPredicate(single((column, operator) => (operator === '>' ? `${column} > high` : undefined))),
  ),
  lost(
    'e: filter with an open parenthesis',
    inFilter((filter) => `(${filter} AND (channel = 37`),
  ),
  lost(
    'e: filter with unless',
    inFilter((filter) => `${filter} unless channel is 38`),
  ),
  lost(
    'e: filter with usually',
    inFilter((filter) => `usually ${filter}`),
  ),
  lost(
    'e: filter with a second statement',
    inFilter((filter) => `${filter}; DROP TABLE packets`),
  ),
  lost(
    'e: filter with a part of a query',
    inFilter((filter) => `${filter} GROUP BY channel`),
  ),
  lost(
    'e: filter with an offset',
    inFilter((filter) => `${filter} OFFSET 100`),
  ),
  lost(
    'e: filter with a sample',
    inFilter((filter) => `${filter} USING SAMPLE 10%`),
  ),
  lost(
    'e: filter with a function that is not there',
    inPredicate(single((column, operator, value) => (operator === '>' ? `smooth(${column}) > ${String(value)}` : undefined))),
  ),
  lost(
    'e: filter with another column',
    inPredicate(single((_, operator, value) => (operator === '>' ? `battery_level > ${String(value)}` : undefined))),
  ),
  lost(
    'e: filter of two signs',
    inPredicate(single((column, operator, value) => (operator === '>' ? `${column} >< ${String(value)}` : undefined))),
  ),
  lost('e: filter without a value', inPredicate(single((column, operator) => `${column} ${operator}`))),
  lost(
    'e: filter with a reference',
    inPredicate(single((column, operator) => (operator === '>' ? `${column} > $step1.threshold` : undefined))),
  ),
  lost('e: filter with a quantile', inPredicate(single((column, operator) => (operator === '>' ? `${column} > p90` : undefined)))),
  lost('e: filter of two that differ', (call) => {
    const filter = call.capture_selection['filter_expression'];
    return filter === undefined ? undefined : { ...call, capture_selection: { ...call.capture_selection, where: 'channel = 38' } };
  }),
  lost(
    'e: window of the last minutes',
    windowAs(() => 'last 5 minutes'),
  ),
  lost(
    'e: window from the end',
    windowAs(() => ({ start_ms: -10_000, end_ms: 0 })),
  ),
  lost(
    'e: window of times without a day',
    windowAs((start, end) => ({ start: iso(start).slice(11, 16), end: iso(end).slice(11, 16) })),
  ),
  lost(
    'e: window that ends before it starts',
    windowAs((start_ms, end_ms) => ({ start_ms: end_ms, end_ms: start_ms })),
  ),
  lost(
    'e: window of a template',
    windowAs(() => ({ start_ms: '<start>', end_ms: '<end>' })),
  ),
  lost(
    'e: window not to take',
    windowAs((start_ms, end_ms) => ({ not: { start_ms, end_ms } })),
  ),
  lost(
    'e: window with parts to leave out',
    windowAs((start_ms, end_ms) => ({ start_ms, end_ms, except: [{ start_ms, end_ms: start_ms + 1000 }] })),
  ),
  lost(
    'e: channels beyond the last',
    inChannels(() => '37-45'),
  ),
  lost(
    'e: channels not to take',
    inChannels(() => '!38'),
  ),
  lost(
    'e: channels of Wi-Fi',
    inChannels(() => ['Wi-Fi 1']),
  ),
  lost(
    'e: channels of a word',
    inChannels(() => 'odd'),
  ),
  lost(
    'e: channels without one',
    inChannels(() => 'all except 38'),
  ),
  lost(
    'e: a least signal of another unit',
    inPredicate(single((column, operator) => (column === 'rssi' && operator === '>' ? 'rssi > 0.001 mW' : undefined))),
  ),
];
