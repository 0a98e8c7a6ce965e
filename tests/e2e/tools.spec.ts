import { SAMPLE } from '../support/fixtures.ts';
import { expect, test, type WorkbenchPage } from '../support/page.ts';
import { closeAll } from '../support/put-back.ts';
import { expectAccessible } from '../support/screens.ts';

/** The table that the contract's own example speaks of: 120 s, channels ch1 and ch2, 18 204 rows. */
const EXAMPLE = { name: 'cap_2026_03_14_a', rows: 18_204 } as const;

/** Latency is a plane over the three features and a little noise; all by formula. */
function exampleTable(): Buffer {
  const lines = ['time_ms,channel,snr,jitter,packet_loss,latency_ms'];
  for (let i = 0; i < EXAMPLE.rows; i++) {
    const [snr, jitter, loss] = [20 + (i % 17), (i * 13) % 11, ((i * 29) % 23) / 100];
    const latency = 4 - 0.05 * snr + 0.6 * jitter + 9 * loss + ((i * 7919) % 101) / 1000;
    const time = Math.round((i * 120_000) / (EXAMPLE.rows - 1));
    lines.push([time, `ch${String(1 + (i % 2))}`, snr, jitter, loss.toFixed(2), latency.toFixed(4)].join(','));
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

const invalid = {
  tool_name: 'statistical_regression_tool',
  tool_version: '1.3.0',
  capture_selection: {
    capture_id: EXAMPLE.name,
    selectors: { time_range: { start_ms: 0, end_ms: 999_999 }, channels: ['ch1', 'ch2'], filters: [] },
  },
  arguments: { operation: 'linear_regression', features: ['snr', 'jitter', 'packet_loss'] },
  request_id: 'req-invalid-001',
  timeout_ms: 45_000,
};
const corrected = {
  ...invalid,
  capture_selection: {
    ...invalid.capture_selection,
    selectors: { ...invalid.capture_selection.selectors, time_range: { start_ms: 0, end_ms: 120_000 } },
  },
  arguments: { ...invalid.arguments, target: 'latency_ms' },
  request_id: 'req-invalid-002',
};

async function openExample(workbench: WorkbenchPage): Promise<void> {
  await workbench.page.evaluate(([name, text]) => window.workbench.open(new File([text], `${name}.csv`)), [
    EXAMPLE.name,
    exampleTable().toString(),
  ] as const);
  await workbench.idle();
}

test('an example gives its hash, and an invalid plan its two errors and a repair, by hand and by script @offline', async ({
  workbench,
}) => {
  await test.step('an example fills the editor, and its run gives the hash that the manifest says', async () => {
    await workbench.drop(SAMPLE);
    await workbench.go('Tools');
    const tools = workbench.region('Tools');
    const editor = workbench.region('Calls');
    await tools.getByRole('searchbox', { name: 'Search tools' }).fill('fit-linear-regression');
    await expect(tools.getByRole('list', { name: 'Tools' }).getByRole('listitem')).toHaveCount(1);
    await tools.getByRole('button', { name: /Linear regression/ }).click();
    await tools.getByRole('tab', { name: /Parameters/ }).click();
    await expect(tools.getByRole('table')).toContainText('Significance level');
    for (const version of ['1.3.0', '1.2.0']) {
      // The answer of the previous run replaces the list of tools.
      await workbench.go('Tools');
      await tools.getByRole('combobox', { name: 'Version' }).selectOption(version);
      await tools.getByRole('tab', { name: /Examples/ }).click();
      await expect(tools).toContainText('which is open: the result hash must be the same');
      await tools.getByRole('button', { name: 'Fill the editor with example 1' }).click();
      await expect(editor.getByRole('textbox', { name: 'Invocation JSON' })).toContainText(`"${version}"`);
      await editor.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(workbench.region('Result').getByText('Complete.')).toBeVisible();
      await workbench.idle();
    }
    await expect(workbench.region('Result')).toContainText('DEPRECATED_TOOL');
    await workbench.go('Tools');
    await expect(tools).toContainText('Version 1.2.0 is deprecated since 1.3.0');
    const hashes = await workbench.page.evaluate(() =>
      ['1.3.0', '1.2.0'].map((version, at) => [
        window.workbench.audit()[at]?.result_hash,
        window.workbench.manifest('statistical_regression_tool', version)?.examples[0]?.expectedResult['result_hash'],
      ]),
    );
    for (const [came, promised] of hashes) expect(came).toBe(promised);
    await tools.getByRole('tab', { name: 'About' }).click();
    await expect(tools.getByLabel('Figures of this session')).toContainText('2, 0 partial');
    await tools.getByRole('tab', { name: 'Checks' }).click();
    await expect(tools).toContainText('29 of 29');
  });

  await test.step('an invalid plan gives exactly its two errors, and the corrected call succeeds', async () => {
    await closeAll(workbench);
    await openExample(workbench);
    const [capture] = await workbench.page.evaluate(() => window.workbench.captures());
    expect(capture).toMatchObject({ capture_id: EXAMPLE.name, row_count: EXAMPLE.rows, channels: ['ch1', 'ch2'] });
    expect(capture?.time_range).toEqual({ start_ms: 0, end_ms: 120_000 });

    const editor = await workbench.at('Calls');
    await workbench.write('Invocation JSON', JSON.stringify(invalid, null, 2));
    const problems = editor.getByRole('list', { name: 'Problems in the call' }).getByRole('listitem');
    // Beside the two errors stands the warning that a newer minor is installed.
    await expect(problems.filter({ hasNotText: 'DEPRECATED_TOOL' })).toHaveCount(2);
    await expect(problems.filter({ hasText: 'MISSING_REQUIRED_ARGUMENT' })).toContainText('arguments.target');
    await expect(problems.filter({ hasText: 'UNSUPPORTED_TIME_RANGE' })).toContainText('capture_selection.selectors.time_range');

    // The window has two readings, of which a person takes one or none; what is missing is filled in by neither.
    const repair = editor.getByRole('region', { name: 'Proposed repair' });
    await repair.getByText('2 readings to choose from').click();
    await expect(repair.getByRole('list', { name: 'Readings to choose from' }).getByRole('listitem')).toHaveText([
      /a guess/,
      /covers less/,
    ]);
    await repair.getByRole('button', { name: 'Use reading 1' }).click();
    await expect(problems.filter({ hasText: 'UNSUPPORTED_TIME_RANGE' })).toHaveCount(0);
    await expect(problems.filter({ hasText: 'MISSING_REQUIRED_ARGUMENT' })).toHaveCount(1);
    await workbench.write('Invocation JSON', JSON.stringify(corrected, null, 2));
    await expect(editor).toContainText('Valid.');
    await expect(problems.filter({ hasNotText: 'DEPRECATED_TOOL' })).toHaveText([/NO_WALL_CLOCK/]);
    await editor.getByRole('button', { name: 'Run', exact: true }).click();
    const result = workbench.region('Result');
    await expect(result.getByText('Complete.')).toBeVisible();
    await expect(result).toContainText('18,204 samples');
    await expect(result).toContainText('significant predictors of latency_ms');
    await result.getByRole('tab', { name: 'Envelope' }).click();
    await expect(result.getByRole('tabpanel')).toContainText('Result hash');
  });

  await test.step('an answer says that it was asked for less, where a person accepted that', async () => {
    const editor = workbench.region('Calls');
    const more = { ...corrected, arguments: { ...corrected.arguments, own: 1 } };
    await workbench.write('Invocation JSON', JSON.stringify(more, null, 2));
    const problem = editor
      .getByRole('list', { name: 'Problems in the call' })
      .getByRole('listitem')
      .filter({ hasText: 'UNKNOWN_ARGUMENT' });
    await expect(problem).toContainText('covers less');
    await problem.getByRole('button', { name: 'Remove it' }).click();
    await expect(editor).toContainText('Valid.');
    await editor.getByRole('button', { name: 'Run', exact: true }).click();
    await workbench.region('Result').getByRole('tab', { name: 'Summary' }).click();
    await expect(workbench.region('Result').getByRole('list', { name: 'Errors and warnings' })).toContainText('REQUEST_REDUCED');
    const [last] = await workbench.page.evaluate(() => window.workbench.audit().slice(-1));
    expect(last?.status).toBe('ok');
  });

  await test.step('scripts get the same: the response of the contract, what may be chosen, and a plan that runs no guess', async () => {
    const answers = await workbench.page.evaluate(
      async ([call, corrected]) => {
        const failed = await window.workbench.run(call);
        const repaired = window.workbench.repair(call, failed);
        const mended = await window.workbench.run({ ...corrected, request_id: 'req-invalid-103' });
        const plan = await window.workbench.plan([{ ...call, request_id: 'req-invalid-104' }]);
        return { failed, repaired, mended, plan, exec: window.workbench.project(failed, 's0'), lint: window.workbench.lint() };
      },
      [{ ...invalid, request_id: 'req-invalid-101' }, corrected] as const,
    );
    expect(answers.failed.errors.map(({ code, field }) => [code, field])).toEqual([
      ['MISSING_REQUIRED_ARGUMENT', 'arguments.target'],
      ['UNSUPPORTED_TIME_RANGE', 'capture_selection.selectors.time_range'],
    ]);
    expect(answers.failed.errors[1]?.message).toContain('0-120000');
    expect(answers.exec).toMatchObject({ status: 'error', confidence: 0 });
    expect(answers.repaired).toMatchObject({ determinable: false, changes: [{ field: 'request_id' }] });
    expect(answers.repaired?.proposals.map(({ class: kind, changes }) => [kind, changes[0]?.field])).toEqual([
      ['choice', 'capture_selection.selectors.time_range'],
      ['loss', 'capture_selection.selectors.time_range'],
    ]);
    expect(answers.mended.status).toBe('ok');
    expect(answers.mended.structured_output).toMatchObject({ sample_count: EXAMPLE.rows });
    expect(answers.plan.steps[0]).toMatchObject({ state: 'invalid', proposals: [{ class: 'choice' }, { class: 'loss' }] });
    expect(answers.plan.steps[0]).not.toHaveProperty('repaired');
    expect(answers.lint.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});

// Smaller widths are kept as pictures, with axe, in screens.spec.ts.
test.describe('3840 × 2160', () => {
  test.use({ viewport: { width: 3840, height: 2160 } });

  test('the tools pass axe and are reached by keyboard', async ({ workbench }) => {
    const { page } = workbench;
    const tools = await workbench.at('Tools');
    await expectAccessible('list', tools);
    await tools.getByRole('searchbox', { name: 'Search tools' }).focus();
    await page.keyboard.type('fit-linear-regression');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(tools.getByRole('heading', { name: 'Linear regression' })).toBeVisible();
    for (const tab of ['About', 'Parameters', 'Answer', 'Examples', 'Checks']) {
      await tools.getByRole('tab', { name: tab }).click();
      await expectAccessible(tab, tools);
    }
  });
});
