import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { ALL_KEYS } from '../../src/keyring/keyring.ts';
import type { ToolManifest, ToolResult } from '../../src/tools/contract/index.ts';
import { answerOf, expectedAnswer } from '../support/example-hashes.ts';
import { exampleFiles, EXAMPLE_KEY } from '../support/example-files.ts';
import { expect, test } from '../support/page.ts';
import { closeAll } from '../support/put-back.ts';

const files = exampleFiles();
/** Every installed version of every tool: `npm run check` compares this file with the catalog. */
const VERSIONS = Object.values(
  JSON.parse(readFileSync('.ci/tools.lock.json', 'utf8')) as Readonly<Record<string, { readonly name: string; readonly version: string }>>,
);

/** Runs a call and approves it where the page asks a person. */
async function run(page: Page, invocation: object, connection_id: string | undefined): Promise<ToolResult> {
  const result = page.evaluate(([call, id]) => window.workbench.run(call, { interactive: true, context: { connection_id: id } }), [
    invocation,
    connection_id,
  ] as const);
  const dialog = page.getByRole('dialog', { name: 'Approve this call?' });
  const isAsked = await Promise.race([dialog.waitFor().then(() => true), result.then(() => false)]);
  if (isAsked) await dialog.getByRole('button', { name: 'Approve' }).click();
  return result;
}

test('every example of every tool gives the hash of its manifest @offline', async ({ workbench }) => {
  const { page } = workbench;
  await page.addInitScript(answerPickers);
  await workbench.goto();
  await page.evaluate(([name, hex]) => window.workbench.keyring.add(name, hex), EXAMPLE_KEY);
  const manifests = await page.evaluate(
    (versions) => versions.flatMap(({ name, version }) => window.workbench.manifest(name, version) ?? []),
    VERSIONS,
  );
  expect(manifests.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(
    VERSIONS.map(({ name, version }) => `${name}@${version}`).sort(),
  );
  // The first export is not the first call: its file states the head of the journal, so its size depends on whether there is one.
  let open = '';
  for (const manifest of manifests)
    for (const [index, example] of manifest.examples.entries()) {
      const paths = (example.captures ?? []).map(({ sha256 }) => files.get(sha256)!);
      if (paths.join() !== open) {
        await closeAll(workbench);
        if (paths.length > 0) await workbench.drop(...paths);
        open = paths.join();
      }
      const name = `${manifest.name}@${manifest.version}#${String(index)}`;
      const result = await run(page, callOf(manifest, index), manifest.requiresConnection === true ? ALL_KEYS : undefined);
      expect.soft(answerOf(result, example), name).toEqual(expectedAnswer(example));
    }
});

/** Answers the pickers of exports, which a journey cannot: a file is downloaded, and a set is written to an empty folder in memory. */
function answerPickers(): void {
  const file = { createWritable: () => Promise.resolve(new WritableStream().getWriter()) };
  const folder = {
    getDirectoryHandle: (name: string, { create = false } = {}) =>
      create ? Promise.resolve(folder) : Promise.reject(new DOMException(`there is no ${name}`, 'NotFoundError')),
    getFileHandle: () => Promise.resolve(file),
  };
  Object.assign(window, { showSaveFilePicker: undefined, showDirectoryPicker: () => Promise.resolve(folder) });
}

const callOf = (manifest: ToolManifest, index: number): object => ({
  tool_name: manifest.name,
  tool_version: manifest.version,
  capture_selection: manifest.examples[index]?.capture_selection ?? {},
  arguments: manifest.examples[index]?.params,
  request_id: `example-${manifest.name}-${manifest.version}-${String(index)}`,
  timeout_ms: manifest.execution_constraints.max_timeout_ms,
});
