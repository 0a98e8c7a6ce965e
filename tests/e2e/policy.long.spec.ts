import { writeFileSync } from 'node:fs';
import { addToResolvingList, btsnoop, identityAddress, identityInformation } from '../support/hci-log.ts';
import { expect, test } from '../support/page.ts';

// The key and an address made with it: sample data of the specification (Core 6.1, Vol 3, Part H, D.7).
const PEER = 'ec0234a357c8ad05341010a60a397d9b';
const PAIRED = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';
const OWN = '000102030405060708090a0b0c0d0e0f';
const IDENTITY = '00:11:22:33:44:55';

/** Every way in which a key might be written. */
const formsOf = (key: string): string[] =>
  [Buffer.from(key, 'hex'), Buffer.from(key, 'hex').reverse()].flatMap((octets) => [
    octets.toString('hex'),
    octets.toString('hex').match(/../g)?.join(':') ?? '',
    octets.toString('base64').replace(/=+$/, '').toLowerCase(),
    octets.join(','),
  ]);

test('the policy is changed, the journal looked into, and keys of a log leave in nothing', async ({ workbench }, info) => {
  const { page } = workbench;
  const audit = workbench.region('Journal');
  await workbench.go('Journal');

  await test.step('a policy is changed in its editor, refused where it is wrong, and in force at once', async () => {
    await audit.getByRole('button', { name: 'Show the policy…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Policy' });
    await expect(dialog.getByText('No change to the policy in force.')).toBeVisible();
    const before = await page.evaluate(() => window.workbench.policy());
    const names = await page.evaluate(() => window.workbench.tools().map(({ name }) => name));

    await workbench.write('Policy JSON', JSON.stringify({ ...before, budgets: { ...before.budgets, maxRuntimeMs: 0 } }));
    await expect(dialog.getByRole('list', { name: 'Problems in the call' })).toContainText('budgets.maxRuntimeMs');
    await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();

    await workbench.write('Policy JSON', JSON.stringify({ ...before, allowedTools: ['capture_overview', 'gone'] }));
    const diff = dialog.getByRole('region', { name: 'Changes to the policy in force' });
    await expect(diff).toContainText('bluetooth_address_analyzer');
    await expect(dialog.getByText('no tool named "gone" is installed')).toBeVisible();
    await page.screenshot({ path: info.outputPath('policy.png') });
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog.getByRole('status')).toContainText('1 tool can be called');
    expect(await page.evaluate(() => window.workbench.tools().map(({ name }) => name))).toEqual(['capture_overview']);
    await dialog.getByRole('button', { name: 'Close' }).click();
    const offered = (await workbench.at('Calls')).getByTitle('Start a new call of this tool').locator('option');
    await expect(offered).toHaveCount(1);
    await expect(offered).not.toContainText(['address resolver']);

    await workbench.go('Journal');
    await audit.getByRole('button', { name: 'Show the policy…' }).click();
    await dialog.getByRole('button', { name: 'Default' }).click();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => page.evaluate(() => window.workbench.tools().map(({ name }) => name))).toEqual(names);
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('the journal is filtered, verified, saved, and a tampered copy is found', async () => {
    await page.evaluate(async () => {
      for (const [tool_name, request_id] of [
        ['get_current_time', 'first'],
        ['get_current_time', 'second'],
        ['nothing_known', 'third'],
      ]) {
        await window.workbench.run({ tool_name, tool_version: '1.0.0', arguments: {}, request_id, timeout_ms: 1000 });
      }
    });
    await audit.getByRole('button', { name: 'Verify', exact: true }).click();
    await expect(audit.getByRole('status').first()).toContainText('3 lines: every line holds');
    await audit.getByLabel('Find in the journal').fill('nothing_known');
    await expect(audit.getByRole('grid').getByRole('row')).toHaveCount(2);
    await audit.getByRole('grid').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Line 2 of the journal' })).toContainText('UNKNOWN_TOOL');
    await page.screenshot({ path: info.outputPath('line.png') });
    await page.keyboard.press('Escape');

    const { text, head } = await page.evaluate(async () => ({
      text: await (await window.workbench.exportAudit('ndjson')).text(),
      head: window.workbench.auditHead(),
    }));
    await audit.getByRole('button', { name: 'Journal…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Journal' });
    const verdict = async (journal: string) => {
      await dialog.getByLabel('Paste or drop a saved journal').fill(journal);
      await dialog.getByRole('button', { name: 'Verify journal' }).click();
      return dialog.getByText(/^(Valid|Not valid)/);
    };
    await dialog.getByLabel('Expected head').fill(head);
    await expect(await verdict(text)).toContainText('Valid: 3 lines');
    const lines = text.trimEnd().split('\n');
    await expect(await verdict(lines.slice(0, -1).join('\n'))).toContainText('removed from the end');
    await expect(await verdict(text.replace('"actor":"user:local"', '"actor":"user:other"'))).toContainText('it was changed');
    await page.screenshot({ path: info.outputPath('journal.png') });
    await expect(await verdict('')).toContainText('Valid: 3 lines');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('keys of an HCI log go into the ring, resolve, and leave in nothing', async () => {
    const [log, table] = [info.outputPath('pairing.log'), info.outputPath('seen.csv')];
    writeFileSync(
      log,
      btsnoop([addToResolvingList(IDENTITY, PEER, OWN), identityInformation(1, PAIRED), identityAddress(1, 'C0:FF:EE:00:00:01')]),
    );
    writeFileSync(table, 'ts,advertiser_addr,advertiser_random\n2026-04-03T08:00:00Z,70:81:94:0D:FB:AA,true\n');
    await workbench.drop(log);
    await workbench.go('Open files');
    await workbench.button('Add 3 resolving keys…').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name of key 1')).toHaveValue(IDENTITY);
    await page.screenshot({ path: info.outputPath('keys.png') });
    await dialog.getByRole('button', { name: 'Add to the keyring' }).click();
    await expect(dialog.getByRole('status')).toContainText('3 keys in the keyring');
    await dialog.getByRole('button', { name: 'Close' }).click();

    await workbench.drop(table);
    const result = await page.evaluate(() =>
      window.workbench.run(
        {
          tool_name: 'resolvable_address_resolver',
          tool_version: '1.0.0',
          capture_selection: { capture_ids: ['seen'] },
          arguments: {},
          request_id: 'req-keys',
          timeout_ms: 60_000,
        },
        { context: { connection_id: 'all-keys' } },
      ),
    );
    expect(result.errors).toEqual([]);
    expect(JSON.stringify(result)).toContain(IDENTITY);

    const left = await page.evaluate(async () => {
      const wb = window.workbench;
      const page = await (await wb.session.offline()).text();
      // What the page carries is packed: it has to be looked into.
      const blocks = [...page.matchAll(/<script type="application\/octet-stream" id="[^"]*pairing[^"]*">([^<]*)<\/script>/g)];
      const opened = await Promise.all(
        blocks.map(async ([, text = '']) => {
          const packed = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
          const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
          return Array.from(new Uint8Array(bytes), (octet) => octet.toString(16).padStart(2, '0')).join('');
        }),
      );
      const rows = await wb.query('SELECT * FROM pairing');
      return {
        opened,
        texts: [
          page,
          await (await wb.session.save()).text(),
          await (await wb.exportAudit('ndjson')).text(),
          JSON.stringify([
            wb.audit(),
            wb.policy(),
            wb.keyring.list(),
            wb.captures(),
            await wb.problems('pairing'),
            rows,
            { ...localStorage },
          ]),
          document.documentElement.outerHTML,
        ],
      };
    });
    expect(left.opened.length).toBe(1);
    for (const text of [...left.opened, ...left.texts, JSON.stringify(result)]) {
      const lower = text.toLowerCase();
      for (const key of [PEER, PAIRED, OWN]) for (const form of formsOf(key)) expect(lower.includes(form)).toBe(false);
    }
  });
});
