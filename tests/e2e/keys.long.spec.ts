import { writeFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { addToResolvingList, btsnoop, identityAddress, identityInformation } from '../support/hci-log.ts';
import { expect, test } from '../support/page.ts';

// The key and the address of the specification's sample data (Core 6.1, Vol 3, Part H, D.7).
const KEY = 'ec0234a357c8ad05341010a60a397d9b';
const TABLE = [
  'ts,advertiser_addr,advertiser_random',
  '2026-04-03T08:00:00Z,70:81:94:0D:FB:AA,true',
  '2026-04-03T08:00:01Z,4E:91:22:33:44:55,true',
  '',
].join('\n');

/** A key as text and as bytes, in both orders, as it may stand in a file. */
function formsOf(key: string): string[] {
  const bytes = Buffer.from(key, 'hex');
  return [bytes, Buffer.from(bytes).reverse()].flatMap((each) => {
    const digits = each.toString('hex');
    return [digits, digits.toUpperCase(), digits.match(/../g)?.join(':') ?? '', each.toString('base64'), each.toString('latin1')];
  });
}

test('a key resolves an address, is gone after a reload, and planted in a log and in the ring it is in nothing that leaves', async ({
  workbench,
}, info) => {
  const { page } = workbench;

  await test.step('an address is resolved with a key of the ring, and the key leaves in nothing', async () => {
    const table = info.outputPath('seen.csv');
    writeFileSync(table, TABLE);
    await workbench.drop(table);
    const editor = await workbench.at('Calls');
    await editor.getByTitle('Start a new call of this tool').selectOption('resolvable_address_resolver');
    await expect(editor.getByText('needs a connection_id')).toBeVisible();

    await editor.getByRole('button', { name: 'Add keys…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('My phone');
    await dialog.getByLabel('Key', { exact: true }).fill('ec0234');
    await dialog.getByRole('button', { name: 'Add key', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('expected 32 hexadecimal digits');
    await dialog.getByLabel('Key', { exact: true }).fill(KEY);
    await dialog.getByRole('button', { name: 'Add key', exact: true }).click();
    await expect(dialog.getByRole('list', { name: 'Keys' })).toContainText('My phone');
    await dialog.getByText('Store the keys').click();
    await dialog.getByLabel('Passphrase').fill('correct horse');
    await dialog.getByRole('button', { name: 'Store encrypted' }).click();
    await expect(dialog.getByText('Stored, encrypted with the passphrase.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();

    await editor.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(workbench.region('Result').getByText('1 of 2 resolvable private addresses').first()).toBeVisible();

    const left = await page.evaluate(async () => {
      const texts = [
        await (await window.workbench.session.save()).text(),
        await (await window.workbench.session.offline()).text(),
        JSON.stringify([window.workbench.audit(), window.workbench.policy(), window.workbench.keyring.list(), { ...localStorage }]),
        document.documentElement.outerHTML,
      ];
      return texts.map((text) => text.toLowerCase());
    });
    const forms = [KEY, KEY.match(/../g)?.join(':') ?? '', Buffer.from(KEY, 'hex').toString('base64').toLowerCase()];
    for (const text of left) for (const form of forms) expect(text.includes(form)).toBe(false);

    // After the next visit the ring is empty until the passphrase opens it.
    await workbench.goto();
    expect(await page.evaluate(() => window.workbench.keyring.list())).toEqual([]);
  });

  await test.step('a key planted in a log and in the ring is in nothing that leaves', async () => {
    const log = info.outputPath('phone.btsnoop');
    const paired = '000102030405060708090a0b0c0d0e0f';
    const device = 'C0:FF:EE:00:00:01';
    const bytes = btsnoop([addToResolvingList(device, KEY, paired), identityInformation(1, paired), identityAddress(1, device)]);
    writeFileSync(log, bytes);
    const forms = [KEY, paired].flatMap(formsOf);
    // The search finds what is there: the log holds both keys.
    expect(forms.filter((form) => Buffer.from(bytes).toString('latin1').includes(form))).toHaveLength(2);
    await workbench.drop(log);

    const left = await page.evaluate(
      async ([first, second]) => {
        Object.assign(window, { showSaveFilePicker: undefined, showDirectoryPicker: undefined });
        const out: Record<string, string> = {};
        const keep = async (name: string, blob: Blob): Promise<void> => {
          const read = new Uint8Array(await blob.arrayBuffer());
          out[name] = Array.from({ length: Math.ceil(read.length / 8192) }, (_, at) =>
            String.fromCharCode(...read.subarray(at * 8192, at * 8192 + 8192)),
          ).join('');
        };
        // What a download would save.
        const made: Blob[] = [];
        const real = URL.createObjectURL.bind(URL);
        URL.createObjectURL = (blob: Blob) => (made.push(blob), real(blob));
        for (const [at, key] of [first, second].entries()) await window.workbench.keyring.add(`key ${String(at)}`, key ?? '');
        const { capture_id } = window.workbench.captures()[0] ?? { capture_id: '' };
        for (const format of ['csv', 'ndjson', 'pcapng', 'parquet', 'partitioned_parquet']) {
          const running = window.workbench.run(
            {
              ...{ tool_name: 'capture_export', tool_version: '1.3.0', request_id: `req-${format}`, timeout_ms: 60_000 },
              ...{ capture_selection: { capture_id }, arguments: { format, file_name: `left_${format}` } },
            },
            { interactive: true },
          );
          const approve = (): HTMLElement | undefined =>
            [...document.querySelectorAll('dialog button')].find(
              (button): button is HTMLElement => button.textContent?.trim() === 'Approve',
            );
          while (approve() === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
          approve()?.click();
          const { status, summary } = await running;
          if (status !== 'ok') throw new Error(summary);
          const saved = made.filter(({ type }) => !type.startsWith('text/javascript')).at(-1);
          if (saved === undefined) throw new Error(`nothing was saved as ${format}`);
          await keep(format, saved);
        }
        await keep('session', await window.workbench.session.save());
        await keep('shared page', await window.workbench.session.offline());
        await keep('journal', await window.workbench.exportAudit('ndjson'));
        await keep('journal as JSON', await window.workbench.exportAudit('json'));
        await keep('replay bundle', await window.workbench.bundle({ capture_ids: [capture_id] }));
        return out;
      },
      [KEY, paired],
    );
    expect(Object.keys(left)).toHaveLength(10);
    for (const [name, text] of Object.entries(left)) {
      expect(text.length, name).toBeGreaterThan(10);
      expect(
        forms.filter((form) => text.includes(form)),
        name,
      ).toEqual([]);
    }
    const members = ['csv', 'ndjson', 'partitioned_parquet'].flatMap((name) =>
      Object.entries(unzipSync(Buffer.from(left[name] ?? '', 'latin1'))),
    );
    expect(members.map(([path]) => path)).toContain('left_csv.csv');
    for (const [path, inside] of members) {
      const text = Buffer.from(inside).toString('latin1');
      expect(
        forms.filter((form) => text.includes(form)),
        path,
      ).toEqual([]);
    }
    // What is compressed shows its values only when it is read back.
    const packed = [['left_parquet.parquet', Buffer.from(left['parquet'] ?? '', 'latin1')] as const, ...members].filter(([path]) =>
      path.endsWith('.parquet'),
    );
    expect(packed.length).toBeGreaterThan(1);
    for (const [at, [path, inside]] of packed.entries()) {
      const file = info.outputPath(`back_${String(at)}.parquet`);
      writeFileSync(file, inside);
      await workbench.drop(file);
      const read = JSON.stringify(await workbench.rows(`FROM back_${String(at)}`));
      expect(read, path).toContain('HCI_LE_Add_Device_To_Resolving_List');
      expect(
        forms.filter((form) => read.toLowerCase().includes(form.toLowerCase())),
        path,
      ).toEqual([]);
    }
  });
});
