import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joinFiles } from '../../../src/base/join-files.ts';
import { gatherParts } from '../../../src/capture/parts/gather.ts';
import { partsWithin } from '../../../src/capture/parts/parts-file.ts';
import { remote } from '../../../src/app/remote.ts';
import { PAGE_CALLS, type PageCalls } from '../../../src/workbench/page.ts';
import { convertedFiles, isPart } from '../../support/converted-set.ts';
import { nodeCore, type NodeCore } from '../../support/node-core.ts';

let core: NodeCore;
let page: ReturnType<typeof remote<PageCalls>>;
let files: File[];
beforeAll(async () => {
  core = await nodeCore();
  page = remote<PageCalls>(core.link, 'page', PAGE_CALLS);
  await page.ready();
  const name = 'one_phone_one_hour.pcapng';
  files = await convertedFiles([new File([new Uint8Array(readFileSync(`public/samples/${name}`))], name)], 700);
});
afterAll(() => core.end());

test('the files of a conversion make their capture available again, in any order', async () => {
  const [opened] = await page.open(files);
  expect(await page.provide(opened!.capture_id, files.toReversed())).toMatchObject({ sha256: opened!.sha256 });
  const others = [...files.filter((file) => !isPart(file)), ...files.filter(isPart).slice(1)];
  await expect(page.provide(opened!.capture_id, others)).rejects.toMatchObject({ code: 'OTHER_FILE' });
  await expect(page.provide(opened!.capture_id, [...files, new File(['a,b\n1,2\n'], 't.csv')])).rejects.toThrow(
    'expected the files of one capture, found 2 captures',
  );
  const rows = opened!.row_count;
  expect((await page.replace(opened!.capture_id, others)).row_count).toBeLessThan(rows);
  expect((await page.replace(opened!.capture_id, files)).row_count).toBe(rows);
}, 60_000);

test('all files of a conversion make a capture of a time window available again', async () => {
  const [whole] = await page.open(files);
  const start_ms = Math.ceil(whole!.time_range!.end_ms - 1);
  const [opened] = await page.open(files, { choice: { keep: { time_window: { start_ms, end_ms: start_ms + 10 } } } });
  expect(opened!.bytes).toBeLessThan(whole!.bytes);
  expect(await page.provide(opened!.capture_id, files)).toMatchObject({ sha256: opened!.sha256, row_count: opened!.row_count });
}, 60_000);

test('renamed and copied files give their capture back', async () => {
  const [opened] = await page.open(files);
  const renamed = [...files, ...files.slice(1)].map((file, at) => new File([file], `${String(99 - at)} of mine`));
  expect(await page.provide(opened!.capture_id, renamed)).toMatchObject({ sha256: opened!.sha256, row_count: opened!.row_count });
}, 60_000);

const inWindow = (start_ms: number, end_ms: number) => ({ keep: { time_window: { start_ms, end_ms } } });

test('a capture of a time window is read again with all rows of another window, and of none', async () => {
  const [whole] = await page.open(files);
  const { start_ms, end_ms } = whole!.time_range!;
  const middle = Math.floor((start_ms + end_ms) / 2);
  const [opened] = await page.open(files, { choice: inWindow(start_ms, middle - 1) });
  const { capture_id: id } = opened!;
  expect(opened!.row_count).toBeLessThan(whole!.row_count);
  const other = await page.reopen(id, inWindow(middle, end_ms));
  expect(opened!.row_count + other.row_count).toBe(whole!.row_count);
  expect(await page.reopen(id, {})).toMatchObject({ row_count: whole!.row_count, sha256: whole!.sha256 });
  expect(await page.reopen(id, inWindow(start_ms, middle - 1))).toMatchObject({ row_count: opened!.row_count, sha256: opened!.sha256 });
}, 60_000);

test('a window without packets is refused with the times that have some, and the capture keeps its rows', async () => {
  const [whole] = await page.open(files);
  const { start_ms, end_ms } = whole!.time_range!;
  const [opened] = await page.open(files, { choice: inWindow(start_ms, end_ms - 60_000) });
  const { capture_id: id, row_count } = opened!;
  await expect(page.reopen(id, inWindow(start_ms - 60_000, start_ms - 1))).rejects.toMatchObject({
    code: 'EMPTY_WINDOW',
    message: expect.stringMatching(/has packets from .* UTC to .* UTC; found none in this window/) as string,
  });
  expect(await page.reopen(id, opened!.choice!)).toMatchObject({ row_count });
}, 60_000);

test('of a window that was stored, other times are refused instead of giving the few rows that its files have', async () => {
  const [file] = await gatherParts(files, joinFiles);
  const [whole] = await page.open(files);
  const { start_ms, end_ms } = whole!.time_range!;
  const middle = Math.floor((start_ms + end_ms) / 2);
  const later = inWindow(middle, end_ms);
  const stored = await partsWithin(file!, later.keep.time_window, joinFiles);
  const [opened] = await page.open([stored], { choice: later });
  const { capture_id: id, row_count } = opened!;
  const refusal = {
    code: 'PARTS_LEFT_OUT',
    message: expect.stringContaining('open the files of the conversion for other times') as string,
  };
  await expect(page.reopen(id, inWindow(start_ms, middle - 1))).rejects.toMatchObject(refusal);
  await expect(page.reopen(id, {})).rejects.toMatchObject(refusal);
  expect(await page.reopen(id, later)).toMatchObject({ row_count });
  const narrower = inWindow(middle + 1_000, end_ms - 1_000);
  expect((await page.reopen(id, narrower)).row_count).toBeLessThan(row_count);
}, 60_000);

test('after a restart of the query engine a time window has its rows, and can be chosen again', async () => {
  const [whole] = await page.open(files);
  const { start_ms, end_ms } = whole!.time_range!;
  const [opened] = await page.open(files, { choice: inWindow(start_ms, end_ms - 60_000) });
  await page.restartEngine();
  const { capture_id: id } = opened!;
  const rows = async (): Promise<number> => (await page.reopen(id, opened!.choice!)).row_count;
  expect(await rows()).toBe(opened!.row_count);
  expect((await page.reopen(id, {})).row_count).toBe(whole!.row_count);
}, 60_000);
