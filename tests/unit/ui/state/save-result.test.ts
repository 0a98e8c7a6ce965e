import { afterEach, expect, it, vi } from 'vitest';
import { AppState } from '../../../../src/ui/state/app.svelte.ts';
import { saveResult } from '../../../../src/ui/state/save-result.ts';
import type { WorkbenchPort } from '../../../../src/ui/workbench.ts';
import { fakePort } from '../../../support/fake-port.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A page that hands files to the person, and what it handed over. */
function page(later?: WorkbenchPort['later']) {
  const port = fakePort();
  const files: Blob[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal('document', { createElement: () => ({ click: () => undefined }) });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push(blob as Blob);
    return 'blob:saved';
  });
  return { app: new AppState(later ? { ...port, later } : port), result: port.result, files };
}

it('saves a result as JSON that people can read', async () => {
  const { app, result, files } = page();
  await saveResult(app, result);
  expect(await files[0]?.text()).toBe(`${JSON.stringify(result, null, 2)}\n`);
});

it('saves nothing when it is ended on the way, and tells what else went wrong', async () => {
  const ended = page((_, work) => work({ signal: AbortSignal.abort() }));
  const long = { ...ended.result, structured_output: { rows: Array.from({ length: 3 }, () => 'x'.repeat(2_000_000)) } };
  await saveResult(ended.app, long);
  expect([ended.files, ended.app.workbench.failed]).toEqual([[], []]);
  const broken = page(() => Promise.reject(new Error('no room')));
  await saveResult(broken.app, broken.result);
  expect(broken.app.workbench.failed).toMatchObject([{ title: 'Saving the result', message: 'no room' }]);
});
