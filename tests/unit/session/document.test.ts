import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
  journals: [],
};

describe('readSession', () => {
  it('reads back what was written', () => {
    expect(readSession(JSON.parse(JSON.stringify(document)))).toEqual({ ok: true, value: document });
  });

  it.each([
    [null, /expected a session document/],
    [[], /expected a session document/],
    [{}, /"format"/],
    [{ ...document, version: 0 }, /from 1 to 2, got 0/],
    [{ ...document, version: SESSION_VERSION + 1 }, /newer workbench/],
    [{ ...document, captures: [{ ...document.captures[0], sha256: 'xyz' }] }, /captures\.0\.sha256/],
    [{ ...document, merges: [{ capture_id: 'merged', captures: ['adv38'], offsets_us: {} }] }, /merges\.0\.captures/],
    [{ ...document, surprise: 1 }, /surprise/i],
  ])('refuses %j with what it expected', (value, message) => {
    const read = readSession(value);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.error).toMatch(message);
  });

  it('never throws on anything that JSON can hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readSession(value).ok).toBe(false);
      }),
    );
  });
});
