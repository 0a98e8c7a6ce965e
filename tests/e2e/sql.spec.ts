import { readFileSync } from 'node:fs';
import { violations } from '../support/axe.ts';
import { fixture } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';

test('SQL is written, answered, refused and cancelled @offline', async ({ workbench }) => {
  await workbench.drop(fixture('hackrf/adv38.pcap'));

  await test.step('an error says what is wrong and where', async () => {
    await workbench.go('SQL');
    await workbench.write('SQL query', 'SELECT nonsense FROM adv38');
    await workbench.button('Run query').click();
    await expect(workbench.region('SQL').getByRole('alert')).toContainText('nonsense');
    // In plain words with its place; what was meant is one press away. Of two statements the one with the cursor runs.
    const editor = workbench.page.getByRole('textbox', { name: 'SQL query' });
    await workbench.write('SQL query', 'SELECT 1 AS one;\nSELECT advertiser_add FROM adv38');
    await editor.getByText('advertiser_add').click();
    await expect(workbench.region('SQL')).toContainText('Runs statement 2 of 2');
    await workbench.button('Run query').click();
    await expect(workbench.region('SQL').getByRole('alert')).toContainText('There is no column "advertiser_add" in the tables of FROM.');
    await expect(workbench.button('Line 2, column 8')).toBeVisible();
    await workbench.button('Write advertiser_addr').click();
    await expect(editor).toContainText('SELECT advertiser_addr FROM adv38');
    await workbench.button('Run query').click();
    await expect(workbench.region('SQL')).toContainText('1,000 rows in');
    // What can stand at the cursor comes from the open captures and from the engine.
    await workbench.write('SQL query', '');
    await workbench.page.keyboard.type('SELECT adv');
    const offers = workbench.page.getByRole('listbox', { name: 'Completions' });
    await expect(offers.getByRole('option', { name: 'advertiser_addr' })).toBeVisible();
    await workbench.page.keyboard.type('ertiser_a, roun');
    await expect(offers.getByRole('option', { name: /^round\b/ }).first()).toBeVisible();
    await workbench.page.keyboard.press('Escape');
    await workbench.write('SQL query', 'SELECT nonsense FROM adv38');
    await workbench.button('Run query').click();
    await expect(workbench.region('SQL').getByRole('alert')).toContainText('nonsense');

    // What failed is remembered; a question to start from fits the columns, is drawn, and its rows are saved.
    await workbench.button('Queries…').click();
    const queries = workbench.page.getByRole('dialog', { name: 'Queries' });
    await expect(queries.getByRole('list', { name: 'Queries of this session' })).toContainText('nonsense');
    expect(await violations(queries)).toEqual([]);
    await queries.getByRole('button', { name: 'Packets per address' }).click();
    await workbench.button('Run query').click();
    await expect(workbench.region('SQL').getByRole('grid', { name: 'Query rows' })).toBeVisible();
    const saving = workbench.page.waitForEvent('download');
    await workbench.region('SQL').getByRole('button', { name: 'Save Query rows as Parquet' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('query-rows.parquet');
    expect(
      readFileSync(await saved.path())
        .subarray(0, 4)
        .toString(),
    ).toBe('PAR1');
    await workbench.region('SQL').getByRole('button', { name: 'Plot', exact: true }).click();
    await expect(workbench.region('SQL').getByRole('img', { name: /packets by advertiser_addr/ })).toBeVisible();
    await workbench.button('Queries…').click();
    await queries.getByRole('textbox', { name: 'Name for the query in the editor' }).fill('Busy ones');
    await queries.getByRole('button', { name: 'Save' }).click();
    await expect(queries.getByRole('list', { name: 'Saved queries' })).toContainText('Busy ones');
  });

  await test.step('statements that would change something are refused, and nothing changes', async () => {
    const before = await workbench.rows('SELECT count(*) FROM adv38');
    const refused = [
      'DROP TABLE adv38',
      'DELETE FROM adv38',
      'CREATE TABLE x AS SELECT 1',
      'SELECT 1; DROP TABLE adv38',
      "COPY adv38 TO 'out.csv'",
    ];
    const outcomes = await workbench.page.evaluate(
      (statements) =>
        Promise.all(
          statements.map((sql) =>
            window.workbench.query(sql).then(
              () => 'done',
              (error: unknown) => (error instanceof Error ? error.message : 'no error'),
            ),
          ),
        ),
      refused,
    );
    for (const outcome of outcomes) expect(outcome).not.toMatch(/^(?:done|no error)$/);
    expect(await workbench.rows('SELECT count(*) FROM adv38')).toEqual(before);
  });

  await test.step('what would need a download is refused without one', async () => {
    const outcomes = await workbench.page.evaluate(() =>
      Promise.all(
        [
          "SELECT * FROM read_json('x.json')",
          "SELECT * FROM 'x.parquet'",
          "SELECT * FROM 'http://example.com/x.csv'",
          'INSTALL icu',
          'LOAD icu',
        ].map((sql) =>
          window.workbench.query(sql).then(
            () => 'done',
            (error: unknown) => (error instanceof Error ? error.message : 'no error'),
          ),
        ),
      ),
    );
    for (const outcome of outcomes) expect(outcome).not.toMatch(/^(?:done|no error|.*(?:index is out of bounds|signature mismatch).*)$/);
    expect(await workbench.rows('SELECT 6 * 7')).toEqual([[42]]);
  });

  await test.step('a long query is cancelled, and the next one is answered', async () => {
    const outcome = await workbench.page.evaluate(async () => {
      const controller = new AbortController();
      const long = window.workbench.query('SELECT count(*) FROM range(100000000) a, range(1000) b WHERE a.range % 7 = b.range % 5', {
        signal: controller.signal,
      });
      setTimeout(() => {
        controller.abort();
      }, 300);
      const name = await long.then(
        () => 'answered',
        (error: unknown) => (error instanceof DOMException ? error.name : String(error)),
      );
      return [name, (await window.workbench.query('SELECT 1')).rows];
    });
    expect(outcome).toEqual(['AbortError', [[1]]]);
  });

  await test.step('values that JSON cannot say come back as interface.md promises', async () => {
    const rows = await workbench.rows(
      `SELECT 9007199254740993::BIGINT, TIMESTAMP '2020-05-01 18:41:25.5', '\\xAB\\x01'::BLOB, 1.5::DECIMAL(9, 3), NULL, [1, 2], true, sum(1::INTEGER)`,
    );
    expect(rows).toEqual([['9007199254740993', expect.stringMatching(/^2020-05-01T18:41:25\.50*Z$/), 'ab01', 1.5, null, [1, 2], true, 1]]);
  });
});
