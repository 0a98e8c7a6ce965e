import { mkdirSync, writeFileSync } from 'node:fs';
import { drawDevices } from '../evaluate/devices/generate.ts';
import { DEVICE_WORLDS } from '../evaluate/devices/world.ts';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';
import { sceneCapture } from '../support/scene/capture.ts';

test('whole devices: the streams of a phone are listed as one device, with the evidence', async ({ workbench }, info) => {
  const world = { ...DEVICE_WORLDS.find(({ name }) => name === 'phones that stay')!, present: 12, duration_s: 1200 };
  const path = info.outputPath('phones.pcapng');
  mkdirSync(info.outputDir, { recursive: true });
  writeFileSync(path, sceneCapture(drawDevices(world, 5)));
  await workbench.drop(path);
  await workbench.go('Identity');
  const identity = workbench.region('Identity');
  await identity.getByRole('tab', { name: /^Devices/ }).click();
  await identity.getByRole('button', { name: 'Find whole devices' }).click();
  const found = identity.getByRole('region', { name: 'Whole devices' });
  await expect(found).toContainText('never proof of identity');
  await expect(found.getByRole('heading', { name: /^2 senders, / }).first()).toBeVisible();
  await found.getByText('Evidence', { exact: true }).first().click();
  await expect(found.locator('details[open] li').first()).toContainText('decibans: ');
  expect(await violations(found)).toEqual([]);
});
