import { afterEach, expect, it, vi } from 'vitest';
import { viewOf } from '../../../../src/core/results/view.ts';
import { AppState } from '../../../../src/ui/state/app.svelte.ts';
import { saveResult } from '../../../../src/ui/state/save-result.ts';
import type { WorkbenchPort } from '../../../../src/workbench/port.ts';
import { stubWindow } from '../../../support/stub-window.ts';
import { fakePort } from '../../../support/fake-port.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A page that hands files to the person, and what it handed over. */
function page(later?: WorkbenchPort['later']) {
  const port = fakePort();
  const files: Blob[] = [];
  stubWindow();
  vi.stubGlobal('document', { createElement: () => ({ click: () => undefined }) });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    files.push(blob as Blob);
    return 'blob:saved';
  });
  port.store.add(port.result);
  return { app: new AppState(later ? { ...port, later } : port), result: port.result, files };
}

it('saves the complete result as JSON that people can read', async () => {
  const { app, result, files } = page();
  await saveResult(app, { ...viewOf(result), structured_output: {} });
  expect(await files[0]?.text()).toBe(`${JSON.stringify(result, null, 2)}\n`);
});

it('saves nothing when it is cancelled, and shows every other failure', async () => {
  const ended = page(() => Promise.reject(new DOMException('cancelled', 'AbortError')));
  await saveResult(ended.app, viewOf(ended.result));
  expect([ended.files, ended.app.workbench.failed]).toEqual([[], []]);
  const broken = page(() => Promise.reject(new Error('no room')));
  await saveResult(broken.app, viewOf(broken.result));
  expect(broken.app.workbench.failed).toMatchObject([{ title: 'Saving the result', message: 'no room' }]);
});
