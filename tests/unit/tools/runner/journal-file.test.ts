import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyChain } from '../../../../src/tools/runner/journal.ts';
import { readJournal, writeJournal } from '../../../../src/tools/runner/journal-file.ts';
import { bench, call, sha256 } from '../../../support/tools.ts';

const about = { app_version: '0.1.0', exported_at: '2026-04-03T08:00:00.000Z' };

async function journal(lines: number) {
  const { runner } = bench();
  for (let i = 0; i < lines; i++) await runner.run(call({ request_id: `r${String(i)}`, arguments: { factor: 1 + i } }));
  return { entries: runner.audit(), head: runner.auditHead() };
}

describe('the journal as a file', () => {
  it.each(['json', 'ndjson'] as const)('reads back as %s what was written, head and all', async (form) => {
    for (const lines of [0, 1, 3]) {
      const { entries, head } = await journal(lines);
      const read = readJournal(writeJournal(entries, form, { ...about, head }));
      expect(read).toEqual({ ok: true, value: { head, entries } });
    }
  });

  it('reads the bare list of a script, which has no head of its own', async () => {
    const { entries } = await journal(2);
    expect(readJournal(JSON.stringify(entries))).toEqual({ ok: true, value: { head: undefined, entries } });
  });

  it.each([
    ['', /got nothing/],
    ['no journal', /line 1/],
    ['{"format":"capture-workbench/policy","version":1,"entries":[]}', /"capture-workbench\/journal", got "capture-workbench\/policy"/],
    ['{"format":"capture-workbench/journal","version":2,"head":"","entries":[]}', /version 1, got 2/],
    ['{"format":"capture-workbench/journal","version":1,"entries":[]}', /head, got nothing/],
    ['[1]', /an object, got 1 as line 0/],
  ])('refuses %j and says why', (text, message) => {
    const read = readJournal(text);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.error).toMatch(message);
  });

  it('finds any one change of any one value, wherever it is', async () => {
    const { entries, head } = await journal(4);
    const text = JSON.stringify(entries);
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.integer({ min: 33, max: 126 }), async (at, code) => {
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
        const read = readJournal(changed);
        // What still says the same (a hash in upper case does not) is no change.
        if (!read.ok || JSON.stringify(read.value.entries) === text) return;
        expect((await verifyChain(read.value.entries, sha256, head)).ok).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('says of a line nested too deep that it does not hold', async () => {
    let deep: unknown = 1;
    for (let i = 0; i < 20_000; i++) deep = [deep];
    const line = { seq: 0, prev_hash: '0'.repeat(64), hash: 'a'.repeat(64), deep };
    expect(await verifyChain([line], sha256)).toMatchObject({ ok: false, first_bad: 0 });
  });
});
