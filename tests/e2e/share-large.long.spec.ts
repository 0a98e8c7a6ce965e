import { statSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { MOST_EMBEDDED } from '../../src/tables/captures.ts';
import { keptBy, NOTHING_KEPT } from '../support/kept.ts';
import { expect, test, WorkbenchPage } from '../support/page.ts';
import { syntheticCapture } from '../support/synthetic-capture.ts';

const HUNDRED_MB = 100_000_000;

/** Where the packet ends that reaches this many bytes of a pcap file. */
function endOfPacket(capture: Uint8Array, bytes: number): { end: number; packets: number } {
  const view = new DataView(capture.buffer, capture.byteOffset, capture.byteLength);
  let end = 24;
  let packets = 0;
  for (; end < bytes; packets++) end += 16 + view.getUint32(end + 8, true);
  return { end, packets };
}

test('a capture of 100 MB travels in one file with its finding; above 128 MiB the replay bundle is offered', async ({
  workbench,
  browser,
}, info) => {
  const scene = syntheticCapture({ packets: 1_850_000, seed: 9 });
  const fits = endOfPacket(scene, HUNDRED_MB);
  // The larger one hears its first packets a second time.
  const more = endOfPacket(scene, MOST_EMBEDDED + 1 + 24 - fits.end).end;
  const paths = { fits: info.outputPath('fits.pcap'), above: info.outputPath('above.pcap') };
  writeFileSync(paths.fits, scene.subarray(0, fits.end));
  writeFileSync(paths.above, Buffer.concat([scene.subarray(0, fits.end), scene.subarray(24, more)]));
  expect(statSync(paths.fits).size).toBeGreaterThanOrEqual(HUNDRED_MB);
  expect(statSync(paths.above).size - MOST_EMBEDDED).toBeGreaterThan(0);
  expect(statSync(paths.above).size - MOST_EMBEDDED).toBeLessThan(100);

  await workbench.drop(paths.fits);
  const call = workbench.invocation(['fits']);
  const result = await workbench.page.evaluate((given) => window.workbench.run(given), call);
  expect(result.status).toBe('ok');
  await workbench.button('Share').click();
  const dialog = workbench.page.getByRole('dialog', { name: 'Share as one file' });
  const downloading = workbench.page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download file' }).click();
  const path = info.outputPath('large.html');
  await (await downloading).saveAs(path);
  await dialog.getByRole('button', { name: 'Close' }).click();

  const fresh = await browser.newContext({ offline: true });
  const colleague = new WorkbenchPage(await fresh.newPage(), pathToFileURL(path).href);
  await colleague.goto();
  await expect((await colleague.at('Open files')).getByRole('listitem').first()).toContainText('fits');
  await expect((await colleague.at('Result')).getByText('Complete.')).toBeVisible();
  await expect(colleague.page.getByText(String(result.metadata.result_hash), { exact: true })).toBeVisible();
  expect(await colleague.rows('SELECT count(*) FROM fits')).toEqual([[fits.packets]]);
  await colleague.page.screenshot({ path: info.outputPath('colleague.png') });
  const report = await colleague.page.evaluate(async () => window.workbench.replay(await window.workbench.bundle({ capture_ids: [] })));
  expect(report).toMatchObject({ status: 'same', errors: [] });
  expect(await keptBy(colleague.page), 'what a page opened from disk leaves behind').toEqual(NOTHING_KEPT);
  await fresh.close();

  // A capture just above the limit: no file is offered, and what can be had instead is.
  await workbench.page.evaluate(() => window.workbench.close('fits'));
  await workbench.drop(paths.above);
  await workbench.button('Share').click();
  await dialog.getByRole('checkbox', { name: /^above\.pcap/ }).check();
  await expect(dialog.getByRole('status')).toContainText(
    /\d+ B more than the 134 MB that one file holds\. Leave some\s+out, or save the replay\s+bundle/,
  );
  await expect(dialog.getByRole('button', { name: 'Download file' })).toBeDisabled();
  await workbench.page.screenshot({ path: info.outputPath('above.png') });
});
