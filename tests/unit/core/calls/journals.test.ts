import { describe, expect, it } from 'vitest';
import { createJournals } from '../../../../src/core/calls/journals.ts';
import { bench, call, sha256 } from '../../../support/tools.ts';

async function page(calls: number) {
  const { runner } = bench();
  for (let i = 0; i < calls; i++) await runner.run(call({ request_id: `r${String(i)}` }));
  let changes = 0;
  const journals = createJournals({ runner, hash: sha256, app_version: '0.1.0', now: () => 0, changed: () => changes++ });
  return { runner, journals, changes: () => changes };
}

describe('journals of the page', () => {
  it('are saved with a session, verified when it is opened, and saved again', async () => {
    const first = await page(2);
    const kept = first.journals.kept({ lines: true });
    const second = await page(1);
    const [found] = await second.journals.adopt('Lab', JSON.parse(JSON.stringify(kept)) as typeof kept);
    expect(found).toMatchObject({ name: 'Lab', verdict: { ok: true, entries: 2, head: first.runner.auditHead() } });
    expect(second.changes()).toBe(1);
    expect(second.journals.earlier()[0]?.entries).toEqual(first.runner.audit());
    expect(second.journals.kept({ lines: true }).map(({ head }) => head)).toEqual([first.runner.auditHead(), second.runner.auditHead()]);
    expect(second.runner.audit()).toHaveLength(1);
  });

  it('report which journal of a session was truncated or changed', async () => {
    const { journals } = await page(3);
    const [kept] = journals.kept({ lines: true });
    if (!kept?.entries) throw new Error('no journal');
    const cut = { ...kept, entries: kept.entries.slice(0, 2) };
    const changed = { ...kept, entries: kept.entries.map((line, i) => (i === 1 ? { ...(line as object), actor: 'user:other' } : line)) };
    const broken = { ...kept, entries: [null, 7] };
    const found = await journals.adopt('Lab', [cut, changed, broken]);
    expect(found.map(({ verdict }) => [verdict.ok, verdict.first_bad])).toEqual([
      [false, 2],
      [false, 1],
      [false, 0],
    ]);
  });

  it('are saved without their lines if only the head is requested', async () => {
    const { journals, runner } = await page(2);
    const kept = journals.kept({ lines: false });
    expect(kept).toEqual([{ app_version: '0.1.0', head: runner.auditHead() }]);
    expect((await journals.adopt('Lab', kept))[0]?.verdict).toMatchObject({ ok: true, entries: 0, head: runner.auditHead() });
  });

  it('are verified against the head in the file and the one that the person noted', async () => {
    const { journals, runner } = await page(3);
    const [, second] = runner.audit();
    const text = await journals.text('ndjson');
    expect(await journals.check(text)).toMatchObject({ ok: true, entries: 3, after_head: 0 });
    expect(await journals.check(text, second?.hash)).toMatchObject({ ok: true, after_head: 1 });
    expect(await journals.check(text, 'f'.repeat(64))).toMatchObject({ ok: false, first_bad: 3 });
    const lines = text.trimEnd().split('\n');
    expect(await journals.check(lines.slice(0, -1).join('\n'))).toMatchObject({ ok: false, first_bad: 2 });
    await expect(journals.check('nothing')).rejects.toThrow(/expected a journal/);
  });
});
