/** Kinds of calls that no longer say what was asked, written before the repairs changed for this set. */
import { filtersOf, inChannels, inFilter, inWindow, lost, type Kind } from './kind.ts';
import { inCapture, iso } from './blind-parts.ts';

const inSelection =
  (more: Readonly<Record<string, unknown>>): Kind['break'] =>
  (call) =>
    Object.keys(call.capture_selection).length === 0 ? undefined : { ...call, capture_selection: { ...call.capture_selection, ...more } };

const filters: readonly Kind[] = [
  lost(
    'filter cut off behind AND',
    inFilter((filter) => `${filter} AND`),
  ),
  lost(
    'filter cut off behind a sign',
    inFilter((filter) => `${filter} AND rssi >`),
  ),
  lost(
    'filter with a placeholder in angles',
    inFilter((filter) => filter.replace(/-?\d+$/, '<threshold>')),
  ),
  lost(
    'filter with a variable',
    inFilter((filter) => filter.replace(/-?\d+$/, '$threshold')),
  ),
  lost(
    'filter with a question mark',
    inFilter((filter) => filter.replace(/-?\d+$/, '?')),
  ),
  lost(
    'filter with a placeholder in braces',
    inFilter((filter) => filter.replace(/-?\d+$/, '{{min}}')),
  ),
  lost(
    'filter with about',
    inFilter((filter) => filter.replace(/([<>]=?) (-?\d+)/, '≈ $2')),
  ),
  lost(
    'filter with a word for its bound',
    inFilter((filter) => filter.replace(/-\d+/, 'strong')),
  ),
  lost(
    'filter with two bounds of one sign',
    inFilter((filter) => filter.replace(/> (-\d+)/, '> $1 or so, -80')),
  ),
  lost(
    'filter with milliwatts',
    inFilter((filter) => filter.replace(/rssi > (-\d+)/, 'rssi > $1 mW')),
  ),
  lost(
    'filter with probably',
    inFilter((filter) => `${filter} (probably)`),
  ),
  lost(
    'filter with exclusive or',
    inFilter((filter) => filter.replace(/ (?:AND|OR) /, ' XOR ')),
  ),
  lost(
    'filter with a share of the rows',
    inFilter((filter) => `${filter} LIMIT 100`),
  ),
  lost(
    'filter with a column of another table',
    inFilter((filter) => `${filter} AND devices.vendor = 'Apple'`),
  ),
  lost(
    'filter with a function that is unknown',
    inFilter((filter) => `${filter} AND is_mobile(advertiser_addr)`),
  ),
  lost(
    'filter with a text for etc.',
    inFilter((filter) => filter.replace(/IN \(37, 38, 39\)/, 'IN (37, ...)')),
  ),
  lost(
    'filter with a pattern in place of a value',
    inFilter((filter) => filter.replace(/= '[^']*'/, '= /^ADV/')),
  ),
  lost('filter as a document with an unknown sign', (call) => {
    const [found] = filtersOf(call);
    found?.put({ rssi: { $near: -90 } });
    return found && call;
  }),
  lost('filter as a document with a boost', (call) => {
    const [found] = filtersOf(call);
    found?.put({ bool: { must: [{ range: { rssi: { gt: -90 } } }], should: [{ term: { channel: 37 } }] } });
    return found && call;
  }),
  lost('filter as a question', (call) => {
    const [found] = filtersOf(call);
    found?.put('only the strong packets please');
    return found && call;
  }),
];

const selections: readonly Kind[] = [
  lost(
    'window of yesterday',
    inWindow(() => 'yesterday'),
  ),
  lost(
    'window with only its start',
    inWindow(({ start_ms }) => ({ start_ms, end_ms: '<end>' })),
  ),
  lost(
    'window without an end in text',
    inWindow(({ start_ms }) => `${iso(start_ms)}/`),
  ),
  lost('window with the name of a zone that is unknown', inWindow(({ start_ms, end_ms }) => ({ start: `${iso(start_ms).replace('Z', '')} local time`, end: `${iso(end_ms).replace('Z', '')} local time` }))), // prettier-ignore
  lost(
    'window of two windows',
    inWindow(({ start_ms, end_ms }) => [
      { start_ms, end_ms: start_ms + 2000 },
      { start_ms: end_ms - 2000, end_ms },
    ]),
  ),
  lost(
    'window with about',
    inWindow(({ start_ms, end_ms }) => `around ${iso(start_ms)} to ${iso(end_ms)}`),
  ),
  lost(
    'channels of data',
    inChannels(() => ['data channels']),
  ),
  lost(
    'channels but one',
    inChannels(() => ['all but 38']),
  ),
  lost(
    'channels with a doubt',
    inChannels(() => ['37', '38?']),
  ),
  lost('a sample of the rows', inSelection({ sample_fraction: 0.1 })),
  lost('channels to leave out', inSelection({ exclude_channels: [38] })),
  lost('a device beside the selection', inSelection({ device: 'iPhone' })),
  lost('a limit in the selection', inSelection({ max_packets: 100 })),
  lost('duplicates left out', inSelection({ deduplicate: true })),
  lost('direction in the selection', inSelection({ direction: 'rx' })),
  lost(
    'a capture of several by a placeholder',
    inCapture(() => '<capture_id>'),
    { open: 'several' },
  ),
  lost(
    'a capture that is not there',
    inCapture(() => 'office_monday'),
    { open: 'several' },
  ),
  lost(
    'a capture or another',
    inCapture((id) => `${id} or lab`),
    { open: 'several' },
  ),
  lost(
    'the newest of several captures',
    inCapture(() => 'latest'),
    { open: 'several' },
  ),
];

export const BLIND_I_LOST_SELECTIONS: readonly Kind[] = [...filters, ...selections];
