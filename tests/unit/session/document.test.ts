import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeviceName } from '../../../src/base/device-name.ts';
import { readSession, SESSION_FORMAT, SESSION_VERSION, type SessionDocument } from '../../../src/session/document.ts';

const document: SessionDocument = {
  format: SESSION_FORMAT,
  version: SESSION_VERSION,
  app_version: '0.1.0',
  name: 'Lab floor',
  saved_at: '2026-11-21T10:00:00.000Z',
  captures: [{ capture_id: 'adv38', file_name: 'adv38.pcap', bytes: 86186, sha256: 'ab'.repeat(32), embedded: true }],
  merges: [],
  selected: ['adv38'],
  invocation: '{}',
  sql: 'SELECT 1',
  queries: [],
  runs: [{ invocation: { tool_name: 't' }, result: { status: 'ok' } }],
  pinned: [],
  verdicts: [],
  names: [],
  journals: [],
};

describe('readSession', () => {
  it('reads what was written', () => {
    expect(readSession(JSON.parse(JSON.stringify(document)))).toEqual({ ok: true, value: document });
  });

  it('reads notes on results and packets, and rejects one on neither', () => {
    const notes = [
      { on: 'result', tool_call_id: 'call', text: 'holds' },
      { on: 'packet', sha256: 'ab'.repeat(32), packet_no: 7, text: 'the change' },
      { on: 'device', address: 'AA:BB:CC:DD:EE:FF', text: 'the bench phone' },
      { on: 'time', sha256: 'ab'.repeat(32), start_ms: 5, end_ms: 9, text: 'door opens' },
    ] as const;
    expect(readSession({ ...document, notes })).toEqual({ ok: true, value: { ...document, notes } });
    for (const odd of [
      { on: 'device', text: 'x' },
      { ...notes[1], packet_no: -1 },
      { ...notes[0], text: 'x'.repeat(4001) },
      { ...notes[3], start_ms: 9e15 },
    ])
      expect(readSession({ ...document, notes: [odd] })).toMatchObject({ ok: false });
  });

  it('reads names of one visible line, and rejects all others', () => {
    const named = (name: string) => readSession({ ...document, names: [{ address: 'AA:BB:CC:DD:EE:FF', name }] });
    for (const name of ['Bench phone', '<b onclick=alert(1)>', 'Téléphone 電話']) expect(named(name)).toMatchObject({ ok: true });
    for (const name of ['', ' x', 'a\nb', 'a\u202eb', 'a\u0000b', 'a\u200bb', 'x'.repeat(65), 'x'.repeat(10_000_000)])
      expect(named(name)).toMatchObject({ ok: false });
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
        expect(named(name).ok).toBe(isDeviceName(name));
      }),
    );
  });

  it.each([
    [null, /expected a session document/],
    [[], /expected a session document/],
    [{}, /"format"/],
    [{ ...document, version: 0 }, /from 1 to 4, got 0/],
    [{ ...document, version: SESSION_VERSION + 1 }, /newer version/],
    [{ ...document, captures: [{ ...document.captures[0], sha256: 'xyz' }] }, /captures\.0\.sha256/],
    [{ ...document, merges: [{ capture_id: 'merged', captures: ['adv38'], offsets_us: {} }] }, /merges\.0\.captures/],
    [{ ...document, surprise: 1 }, /surprise/i],
  ])('refuses %j with what it expected', (value, message) => {
    const read = readSession(value);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.error).toMatch(message);
  });

  it('never throws for any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readSession(value).ok).toBe(false);
      }),
    );
  });
});

const FIXTURES = 'tests/fixtures/sessions';
const stored = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`${FIXTURES}/${name}`, 'utf8')) as Record<string, unknown>;

describe('documents of every version', () => {
  const names = readdirSync(FIXTURES);

  it('are all among the fixtures', () => {
    const versions = new Set(names.map((name) => stored(name)['version']));
    expect([...versions].sort()).toEqual(Array.from({ length: SESSION_VERSION }, (_, at) => at + 1));
  });

  it.each(names)('%s is upgraded to this version without loss', (name) => {
    const given = stored(name);
    const read = readSession(given);
    if (!read.ok) throw new Error(read.error);
    expect(read.value).toMatchObject({ ...given, version: SESSION_VERSION });
    expect(read.value.journals).toHaveLength(((given['journals'] ?? []) as unknown[]).length);
    // What is read and written again is the same.
    expect(readSession(JSON.parse(JSON.stringify(read.value)))).toEqual(read);
  });

  it('one of version 1 with an invalid field of version 2 is rejected', () => {
    expect(readSession({ ...stored('v1-first.json'), merges: null })).toMatchObject({ ok: false });
    expect(readSession({ ...stored('v2.json'), merges: undefined })).toMatchObject({ ok: false });
  });
});

describe('hostile documents', () => {
  const v2 = stored('v2.json');

  it('never throw when a part is replaced by any other value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(v2)), fc.jsonValue(), (key, value) => {
        const read = readSession({ ...v2, [key]: value });
        if (!read.ok) expect(read.error).toMatch(/expected|not a valid session document/);
      }),
    );
  });

  it.each([
    ['another prototype', '{"__proto__": {"format": "capture-workbench-session"}}', /"format"/],
    ['a fraction of a version', JSON.stringify({ ...v2, version: 1.5 }), /from 1 to/],
    ['a name of a capture that is none', JSON.stringify({ ...v2, captures: [{ capture_id: '' }] }), /captures\.0/],
    [
      'more journals than there may be',
      JSON.stringify({ ...v2, journals: Array(17).fill({ app_version: '', head: '00'.repeat(32) }) }),
      /journals/,
    ],
    ['a text without end', JSON.stringify({ ...v2, sql: 'x'.repeat(1_048_577) }), /sql/],
    [
      'a time that no calendar has',
      JSON.stringify({ ...v2, selection: { time_range: { start_ms: 9e15, end_ms: 9e15 }, addresses: [] } }),
      /selection/,
    ],
    ['a layout of another page', JSON.stringify({ ...v2, layout: { active: 'x'.repeat(33), fronts: [], maximised: null } }), /layout/],
  ])('%s is refused with its place', (_, text, message) => {
    const read = readSession(JSON.parse(text));
    expect(read.ok ? '' : read.error).toMatch(message);
  });
});
