/** Searches what the palette finds besides actions: devices, names in packets, earlier answers and the manual. */
import { COLUMN } from '../../answers/devices/device-rows.ts';
import { formatAmount } from '../../base/format.ts';
import { quoteName } from '../../selection/print.ts';
import { valueTerm } from '../../selection/terms.ts';
import { headingId, sectionsOf } from '../../manual/manual-page.ts';
import type { AppState } from '../state/app.svelte.ts';
import { type Command, command, findCommands } from './command.ts';

/** Maximum number of entries of each kind. */
const SOME = 8;
/** Shorter texts are not searched, because they would match half of everything. */
const SHORTEST = 2;

export async function findInPage(app: AppState, text: string): Promise<readonly Command[]> {
  if (text.trim().length < SHORTEST) return [];
  const found = await Promise.all([devices(app, text), namesInPackets(app, text), manualSections(app, text)]);
  return [...answers(app, text), ...found.flat()];
}

/** Devices of the current capture whose row in the device table contains the text. */
async function devices(app: AppState, find: string): Promise<readonly Command[]> {
  const { capture } = app.traffic;
  if (capture?.kind !== 'ble') return [];
  const { capture_id, row_count } = capture;
  const page = { condition: null, sort: null, find, names: app.names.list, only: null, offset: 0, limit: SOME } as const;
  const { rows } = await app.port.devices.rows({ capture_id, row_count, ...page });
  return rows.map((row) => {
    const [address = '', what, name] = [row[COLUMN.address], row[COLUMN.what], row[COLUMN.given] ?? row[COLUMN.names]].map((cell) =>
      typeof cell === 'string' ? cell : '',
    );
    const show = (): void => {
      app.inspect(address);
      app.place.go('devices');
    };
    return command('Device', `device-${address}`, [name, what, address].filter((part) => part !== '').join(', '), show);
  });
}

/** Device names in packets that contain the text, including names in damaged packets and scan responses. */
async function namesInPackets(app: AppState, text: string): Promise<readonly Command[]> {
  const { capture } = app.traffic;
  if (capture?.columns.some(({ name }) => name === 'local_name') !== true) return [];
  const sql = `SELECT local_name, count(*) FROM ${quoteName(capture.capture_id)} WHERE contains(lower(local_name), lower(?)) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${String(SOME)}`;
  const { rows } = await app.port.rows(sql, [text.trim()]);
  return rows.flatMap(([name, count]) => {
    const term = valueTerm('local_name', name, true);
    if (typeof name !== 'string' || term === null) return [];
    const show = (): void => {
      app.traffic.narrow(term);
      app.place.go('packets');
    };
    return [command('Packets', `named-${name}`, `${formatAmount(Number(count), 'packet')} with the name ${name}`, show)];
  });
}

/** Answers of this session that match the text, newest first. */
function answers(app: AppState, text: string): readonly Command[] {
  const titles = new Map(app.port.tools().map(({ name, title }) => [name, title]));
  const all = app.results.list.toReversed().map(({ tool_call_id, summary, metadata: { toolName } }) => {
    const show = (): void => {
      app.results.choose(tool_call_id);
      app.showResult();
    };
    return command('Answer', `answer-${tool_call_id}`, `${titles.get(toolName) ?? toolName}: ${summary}`, show);
  });
  return findCommands(all, text).slice(0, SOME);
}

async function manualSections(app: AppState, text: string): Promise<readonly Command[]> {
  const pages = await app.port.manual();
  const titles = new Map(pages.map(({ file, title }) => [file, title]));
  const all = sectionsOf(pages).map(({ file, title, text: words }, at) => {
    const page = titles.get(file) ?? '';
    const show = (): void => void (app.dialog = { name: 'manual', place: `${file}#${headingId(title)}` });
    return command('Manual', `manual-${String(at)}`, title === page ? title : `${title} (${page})`, show, words);
  });
  return findCommands(all, text).slice(0, SOME);
}
