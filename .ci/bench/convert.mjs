/** Converts a capture of any size to Parquet files in the page, and reports resident memory. */
import { highWater, renderers, resetHighWater } from './memory.mjs';
import { rate, time } from './page.mjs';

/**
 * A room repeated until it has `megabytes`, as one blob: the browser keeps the room once. Files are counted and dropped, because a
 * browser without a profile has no room for them.
 * @param {{ browser: import('@playwright/test').Browser, page: import('@playwright/test').Page }} bench
 * @param {string} path a pcap file @param {number} megabytes MB @returns {Promise<string[][]>} lines of what, figure, rate
 */
export async function convertLines({ browser, page }, path, megabytes) {
  const input = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await input.setInputFiles(path);
  const bytes = await page.evaluate(
    async ({ element, most }) => {
      const room = await /** @type {HTMLInputElement} */ (element).files?.[0]?.arrayBuffer();
      if (room === undefined) throw new Error('expected a file');
      const packets = new Blob([room.slice(24)]);
      const file = new File([room.slice(0, 24), ...Array(Math.ceil(most / packets.size)).fill(packets)], 'room.pcap');
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('converted', { create: true });
      let written = 0;
      FileSystemFileHandle.prototype.createWritable = () => {
        const stream = new WritableStream({ write: (bytes) => void (written += bytes.length) });
        const writer = stream.getWriter();
        const { write, close, abort } = writer;
        const bound = { write: write.bind(writer), close: close.bind(writer), abort: abort.bind(writer) };
        return Promise.resolve(/** @type {FileSystemWritableFileStream} */ (Object.assign(stream, bound)));
      };
      Object.assign(window, {
        written: () => written,
        showDirectoryPicker: () => Promise.resolve(folder),
        showOpenFilePicker: () => Promise.resolve([{ kind: 'file', name: file.name, getFile: () => Promise.resolve(file) }]),
      });
      return file.size;
    },
    { element: input, most: megabytes * 1e6 },
  );
  const pids = await renderers(browser);
  pids.forEach(resetHighWater);
  const idle = Math.max(...pids.map(highWater));
  await page.keyboard.press('Control+.');
  await page.getByRole('combobox', { name: 'Find an action' }).fill('Convert a capture to Parquet');
  const began = performance.now();
  await page.keyboard.press('Enter');
  const outcome = page.getByRole('region', { name: 'Activity' }).getByText(/packets in|failed|expected/);
  await outcome.waitFor({ timeout: 0 });
  const ms = performance.now() - began;
  const words = await outcome.innerText();
  const packets = Number(/([\d,]+) packets in/.exec(words)?.[1]?.replaceAll(',', ''));
  const most = Math.max(...pids.map(highWater));
  const written = await page.evaluate(() => /** @type {{ written: () => number }} */ (/** @type {unknown} */ (window)).written());
  const mib = (/** @type {number} */ size) => `${(size / 2 ** 20).toFixed(0)} MiB`;
  return [
    [`${(bytes / 1e9).toFixed(2)} GB converted to Parquet files: ${words}`, time(ms), rate(packets, ms)],
    ['  written', '', `${(written / 1e9).toFixed(2)} GB`],
    ['  most resident memory of the page with its workers', mib(most), `${mib(idle)} before`],
  ];
}
