import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { SAMPLE } from '../support/fixtures.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';

/** Of the calls so far: every request is one of its own. */
let asked = 0;
const query = (id: string, sql: string, needs: readonly string[] = []) => ({
  id,
  needs,
  invocation: {
    tool_name: 'capture_query',
    tool_version: '1.2.0',
    capture_selection: { capture_id: 'chamber_four_phones' },
    arguments: { sql },
    request_id: `req-${id}-${String(++asked)}`,
    timeout_ms: 60_000,
  },
});

const count = (what: string): string => `SELECT count(${what}) AS n FROM chamber_four_phones`;
const plan = (steps: readonly object[]) => ({ format: 'capture-workbench/plan', version: 1, parallel: 2, steps });
const five = [
  query('rows', count('*')),
  // Right as a call; the engine knows no such column.
  query('wrong', count('rsssi')),
  query('after', count('channel'), ['wrong']),
  query('apart', count('crc_ok'), ['rows']),
  query('end', count('phy'), ['after', 'apart']),
];
const exporting = (id: string, needs: readonly string[] = []) => ({
  id,
  needs,
  invocation: {
    ...query(id, '').invocation,
    tool_name: 'capture_export',
    tool_version: '1.3.0',
    arguments: { format: 'csv', file_name: id, provenance: false },
  },
});

/** The view of plans, with the plan in front. */
async function atPlan(workbench: WorkbenchPage): Promise<Locator> {
  const view = await workbench.at('Plans and agents');
  await view.getByRole('tab', { name: 'Plan', exact: true }).click();
  return view;
}

/** The view of plans with this plan in it. */
async function openPlan(workbench: WorkbenchPage, steps: readonly object[]): Promise<Locator> {
  const view = await atPlan(workbench);
  await workbench.write('Plan JSON', JSON.stringify(plan(steps), null, 1));
  await expect(view.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toHaveCount(steps.length);
  return view;
}

/** Lines of the journal as `tool approval status codes`. */
const journal = (workbench: WorkbenchPage) =>
  workbench.page.evaluate(() =>
    window.workbench.audit().map(({ tool_name, approval, status, error_codes }) => [tool_name, approval, status, ...error_codes].join(' ')),
  );

test('a bundle runs again in a fresh profile, a changed one not; of a plan of five steps one fails, is repaired, and the good ones stay', async ({
  workbench,
  browser,
}) => {
  const { page } = workbench;
  await workbench.drop(SAMPLE);

  await test.step('a bundle runs again in a fresh profile; a changed one is refused', async () => {
    // One that gives a result and one that fails; both are to come out the same.
    for (const { id, invocation } of five.slice(0, 2))
      await page.evaluate((call) => window.workbench.run(call), { ...invocation, request_id: `bundle-${id}` });
    await atPlan(workbench);
    const saved = workbench.page.waitForEvent('download');
    await workbench.page.getByRole('checkbox', { name: 'with the captures' }).check();
    await workbench.button('Save a replay bundle').click();
    const text = readFileSync(await (await saved).path(), 'utf8');

    const context = await browser.newContext();
    const fresh = new WorkbenchPage(await context.newPage(), workbench.home);
    await fresh.goto();
    const plans = await atPlan(fresh);
    const region = fresh.page.getByRole('region', { name: 'Replay' });
    const choose = (content: string): Promise<void> =>
      fresh.page
        .getByLabel('Replay bundle', { exact: true })
        .setInputFiles({ name: 'replay.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    await choose(text);
    await expect(region).toContainText('2 of 2 calls gave the same result.');
    await choose(text.replace('count(*)', 'count(1)'));
    await expect(region).toContainText('TAMPERED_BUNDLE');
    await choose(JSON.stringify({ ...(JSON.parse(text) as object), version: 3 }));
    await expect(region).toContainText('3: it was written by a newer workbench');
    await choose('{');
    await expect(plans).toContainText('expected a replay bundle (JSON)');
    await context.close();
  });

  await test.step('a plan of five steps: one fails, is repaired, and the good ones stay as they were', async () => {
    const ran = (await journal(workbench)).length;
    const view = await atPlan(workbench);
    await expect(view.getByRole('button', { name: /overview/ })).toBeVisible();

    await workbench.write('Plan JSON', JSON.stringify(plan([{ ...query('a', count('*')), needs: ['a'] }]), null, 1));
    await expect(view.getByRole('list', { name: 'Problems in the call' })).toContainText('a ring: a → a');
    await expect(view.getByRole('button', { name: 'Run the plan' })).toBeDisabled();

    await workbench.write('Plan JSON', JSON.stringify(plan(five), null, 1));
    const steps = view.getByRole('list', { name: 'Steps' }).getByRole('listitem');
    await expect(steps).toHaveCount(5);
    await view.getByRole('button', { name: 'Run the plan' }).click();
    await expect(view.getByRole('status')).toContainText('5 steps of 5 gave a result');
    await steps.filter({ hasText: 'wrong' }).getByRole('button').press('Enter');
    await expect(view.getByRole('region', { name: 'Step' })).toContainText('Repaired with 2 changes');
    // The graph as files: as it stands now, and what each step waited for.
    const saved = async (kind: string): Promise<Buffer> => {
      const download = page.waitForEvent('download');
      await view.getByRole('button', { name: `Save 5 steps: 5 done as ${kind}` }).click();
      return readFileSync(await (await download).path());
    };
    const drawing = (await saved('SVG')).toString();
    expect([...drawing.matchAll(/>done</g)]).toHaveLength(5);
    expect([...drawing.matchAll(/<polyline/g)]).toHaveLength(4);
    expect((await saved('PNG')).subarray(1, 4).toString()).toBe('PNG');
    expect((await saved('CSV')).toString()).toContain('end,capture_query,done,"after, apart"');
    // Nothing that was good ran a second time.
    const free = 'capture_query not_required';
    expect((await journal(workbench)).slice(ran).sort()).toEqual([
      `${free} error SQL_ERROR`,
      ...Array.from({ length: 5 }, () => `${free} ok`),
    ]);
    const again = await page.evaluate(
      async (calls) => {
        const before = window.workbench.audit().map(({ result_hash }) => result_hash);
        const hashes = [];
        for (const call of calls) hashes.push((await window.workbench.run(call)).metadata.result_hash ?? '');
        return hashes.map((hash) => before.includes(hash));
      },
      five.flatMap(({ id, invocation }) => (id === 'wrong' ? [] : [{ ...invocation, request_id: `again-${id}` }])),
    );
    expect(again).toEqual([true, true, true, true]);
  });
});

test('an export in the middle of a plan, and two steps that ask at once: one after the other, each for itself', async ({
  workbench,
}, info) => {
  const { page } = workbench;
  await workbench.drop(SAMPLE);
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    Object.assign(window, {
      showSaveFilePicker: ({ suggestedName = 'none' }) => root.getFileHandle(suggestedName, { create: true }),
    });
  });
  for (const answer of ['Approve', 'Reject', 'Modify'] as const)
    await test.step(`an export in the middle of a plan: ${answer.toLowerCase()}`, async () => {
      const ran = (await journal(workbench)).length;
      const view = await openPlan(workbench, [
        query('rows', count('*')),
        query('wrong', count('rsssi')),
        exporting('kept', ['rows']),
        query('late', count('phy'), ['kept']),
        query('apart', count('crc_ok')),
      ]);
      await view.getByRole('button', { name: 'Run the plan' }).click();
      const asked = page.getByRole('dialog', { name: 'Approve this call?' });
      await expect(asked).toContainText('by a plan');
      await page.screenshot({ path: info.outputPath('asked.png') });
      if (answer === 'Modify') {
        await asked.getByRole('button', { name: 'Modify…' }).click();
        await asked
          .getByRole('textbox', { name: 'Changed arguments' })
          .fill('{"format": "ndjson", "columns": ["rssi"], "file_name": "kept", "provenance": false}');
        await asked.getByRole('button', { name: 'Approve changed call' }).click();
      } else await asked.getByRole('button', { name: answer }).click();

      const rejected = answer === 'Reject';
      await expect(view.getByRole('status')).toContainText(`${rejected ? '3' : '5'} steps of 5 gave a result`);
      await expect(asked).toHaveCount(0);
      const step = async (id: string): Promise<Locator> => {
        await view
          .getByRole('list', { name: 'Steps' })
          .getByRole('button', { name: new RegExp(`^${id}`) })
          .press('Enter');
        return view.getByRole('region', { name: 'Step' });
      };
      await expect(await step('wrong')).toContainText('Repaired with');
      await expect(await step('apart')).toContainText('apart: done');
      await expect(await step('kept')).toContainText(rejected ? 'kept: rejected' : 'kept: done');
      if (rejected) {
        await expect(await step('kept')).toContainText('user:local was asked and said no');
        await expect(await step('late')).toContainText('late: blocked');
        await expect(await step('late')).toContainText('expected results of kept (APPROVAL_REJECTED), which gave none');
      } else await expect(await step('late')).toContainText('late: done');
      await page.screenshot({ path: info.outputPath('ended.png') });

      const files = await page.evaluate(async () => {
        const found: [string, number][] = [];
        for await (const [name, handle] of (await navigator.storage.getDirectory()).entries())
          if (handle instanceof FileSystemFileHandle)
            found.push([name, (await (await handle.getFile()).text()).trimEnd().split('\n').length]);
        return found;
      });
      expect(files).toEqual({ Approve: [['kept.csv', 8854]], Modify: [['kept.ndjson', 8853]], Reject: [] }[answer]);
      const word = { Approve: 'approved ok', Modify: 'modified ok', Reject: 'rejected error APPROVAL_REJECTED' }[answer];
      const lines = (await journal(workbench)).slice(ran);
      expect(lines.filter((line) => line.startsWith('capture_export'))).toEqual([`capture_export ${word}`]);
      expect(lines).toHaveLength(rejected ? 5 : 6);
      expect(await page.evaluate(() => window.workbench.verifyAudit())).toMatchObject({ ok: true });
      await page.evaluate(async () => {
        const folder = await navigator.storage.getDirectory();
        for await (const name of folder.keys()) await folder.removeEntry(name);
      });
    });

  await test.step('two steps ask at once: one after the other, each for itself, and a cancelled plan asks no more', async () => {
    const ran = (await journal(workbench)).length;
    await page.evaluate(async () => {
      const wb = window.workbench;
      await wb.setPolicy({ ...wb.policy(), requireApprovalForEffects: ['read_only', 'state_change', 'external_side_effect'] });
    });
    const view = await openPlan(workbench, [
      query('left', count('*')),
      query('right', count('phy')),
      query('end', count('rssi'), ['left', 'right']),
    ]);
    await view.getByRole('button', { name: 'Run the plan' }).click();
    const asked = page.getByRole('dialog', { name: 'Approve this call?' });
    const shown = asked.getByRole('textbox', { name: 'Arguments' });
    await expect(shown).toHaveValue(/count\(\*\)/);
    await expect(asked.getByRole('status')).toContainText('1 more call will ask after this one.');
    await page.screenshot({ path: info.outputPath('two.png') });
    await asked.getByRole('button', { name: 'Approve' }).click();
    await expect(shown).toHaveValue(/count\(phy\)/);
    await expect(asked.getByRole('button', { name: 'Reject' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(view.getByRole('status')).toContainText('1 step of 3 gave a result');
    await expect(view.getByRole('list', { name: 'Steps' }).getByRole('button', { name: /^end/ })).toContainText('blocked');

    // A script that waits no longer takes its question away; the other one stays.
    const states = page.evaluate(
      async (document) => {
        const one = new AbortController();
        const running = window.workbench.plan(document, { interactive: true, signal: one.signal });
        Object.assign(window, {
          stopPlan: () => {
            one.abort();
          },
        });
        return (await running).steps.map(({ state }) => state);
      },
      plan(
        [query('a', count('*')), query('b', count('phy'))].map((step) => ({
          ...step,
          invocation: { ...step.invocation, request_id: `two-${step.id}` },
        })),
      ),
    );
    await expect(asked).toBeVisible();
    await page.evaluate(() => (window as unknown as { stopPlan: () => void }).stopPlan());
    expect(await states).toEqual(['cancelled', 'cancelled']);
    await expect(asked).toHaveCount(0);
    const lines = (await journal(workbench)).slice(ran).map((line) => line.replace('capture_query ', ''));
    // The journal is in order of endings: the approved query may end before or after the other is rejected.
    expect([...lines.slice(0, 2).toSorted(), ...lines.slice(2)]).toEqual([
      'approved ok',
      'rejected error APPROVAL_REJECTED',
      'rejected error CANCELLED',
      'rejected error CANCELLED',
    ]);
  });
});
