import { answerRows, rowOrder, type AnswerRows } from '../../answers/answer-rows.ts';
import { COLUMN, deviceColumns, deviceWords, deviceEntry, foundRows, type DeviceEntry } from '../../answers/devices/device-rows.ts';
import { devicesSql, TRACE_POINTS, tracesSql } from '../../answers/devices/device-sql.ts';
import { devicesFinding, readDevices, type Device } from '../../answers/devices/devices.ts';
import { connectionLine, connectionListSql } from '../../answers/connections/list.ts';
import { readRevealed, revealedSql, serversOf } from '../../answers/devices/revealed.ts';
import { activitySql, factsSql } from '../../answers/overview/overview-sql.ts';
import { captureOverview, readActivity, readFacts, type Activity, type CaptureFacts } from '../../answers/overview/overview.ts';
import { throwIfAborted, WorkbenchError } from '../../base/failure.ts';
import { namesByAddress } from '../../base/device-name.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { GridRow } from '../../base/table.ts';
import { columnNames, tableText } from '../../base/table-text.ts';
import { NO_NAMES, type AssignedNames } from '../../ble/ad/names.ts';
import type { Revealed } from '../../ble/kind/said.ts';
import { loadAssignedNames } from '../../ble/assigned/load.ts';
import { sqlKey } from '../../selection/sql-key.ts';
import type { Sql } from '../../selection/types.ts';
import { contentKey, type CaptureInfo } from '../../tables/captures.ts';
import { whyNone } from '../../tables/conversation/why-none.ts';
import type { QueryResult } from '../../tables/result-set.ts';
import type { DeviceQuestion, DeviceRequest, DeviceSlice, DevicesPort } from '../../workbench/devices.ts';
import type { WorkbenchPort } from '../../workbench/port.ts';
import { sliceOf } from '../results/tables.ts';

/** Maximum number of addresses in one statement that reads RSSI over time. */
const AT_ONCE = 250;

export interface DeviceDependencies {
  readonly rows: (sql: Sql, options: WorkOptions) => Promise<QueryResult>;
  readonly capture: (capture_id: string) => CaptureInfo | undefined;
  /** Writes a table to a Parquet file. */
  readonly tableFile: WorkbenchPort['tableFile'];
}

/** All devices of one request: a capture and a filter condition. */
interface DeviceTable {
  readonly devices: readonly Device[];
  readonly revealed: ReadonlyMap<string, Revealed>;
  readonly names: AssignedNames;
  readonly relative: boolean;
  readonly entries: readonly DeviceEntry[];
  readonly finding: string;
  readonly rssi: DeviceSlice['rssi'];
  /** First and last packet time in µs. */
  readonly span: { readonly from: number; readonly to: number };
}

/** Maximum number of cached lists: those of the views that are shown together, and that of the previous request. */
const KEPT = 4;
/** Maximum number of captures whose devices are cached by address. */
const MOST_DESCRIBED = 16;

/** Lists devices. The most recent lists are cached; removing a list from the cache cancels its statement. */
export function deviceTables(dependencies: DeviceDependencies): DevicesPort {
  const kept = new Map<string, { readonly controller: AbortController; readonly table: Promise<DeviceTable> }>();
  const described = new Map<string, Promise<ReadonlyMap<string, GridRow>>>();
  let ordered: { readonly table: DeviceTable; readonly key: string; readonly rows: AnswerRows } | null = null;

  const captureOf = (id: string): CaptureInfo => {
    const capture = dependencies.capture(id);
    if (capture === undefined) throw new WorkbenchError('UNKNOWN_CAPTURE', `expected an open capture, found none with the id ${id}`);
    return capture;
  };

  const tableOf = (question: DeviceQuestion): Promise<DeviceTable> => {
    const capture = captureOf(question.capture_id);
    const statement = devicesSql(capture, question.condition);
    if (statement === null)
      throw new WorkbenchError('NO_ADDRESSES', `expected a column of addresses in ${question.capture_id}, found none`);
    const key = [contentKey(capture), String(question.row_count), sqlKey(statement)].join('\u0000');
    const known = kept.get(key);
    if (known !== undefined) {
      // Move the entry to the end, because the cache is ordered by last use.
      kept.delete(key);
      kept.set(key, known);
      return known.table;
    }
    const controller = new AbortController();
    const own = { controller, table: read(dependencies, capture, statement, controller.signal) };
    kept.set(key, own);
    for (const old of [...kept.keys()].slice(0, -KEPT)) {
      kept.get(old)?.controller.abort();
      kept.delete(old);
    }
    own.table.catch(() => {
      // Remove a failed list from the cache, so that the next request reads it again.
      if (kept.get(key) === own) kept.delete(key);
    });
    return own.table;
  };

  /** Device rows of a capture by address. They have their own cache, so that reading them does not evict the list that a view shows. */
  const describedOf = (capture: CaptureInfo): Promise<ReadonlyMap<string, GridRow>> => {
    const key = contentKey(capture);
    const statement = devicesSql(capture, null);
    if (statement === null) return Promise.resolve(new Map());
    const list = kept.get([key, String(capture.row_count), sqlKey(statement)].join('\u0000'))?.table;
    const rows =
      described.get(key) ??
      (list ?? read(dependencies, capture, statement)).then(({ entries }) => new Map(entries.map(({ address, row }) => [address, row])));
    described.delete(key);
    described.set(key, rows);
    for (const old of [...described.keys()].slice(0, -MOST_DESCRIBED)) described.delete(old);
    rows.catch(() => void (described.get(key) === rows && described.delete(key)));
    return rows;
  };

  const rowsOf = (table: DeviceTable, { sort, find, only, names }: DeviceRequest): AnswerRows => {
    const key = JSON.stringify([sort, find, only, names]);
    if (ordered?.table === table && ordered.key === key) return ordered.rows;
    const found = foundRows(table.entries, { find, only, names });
    const all = answerRows(deviceColumns(table.relative), found);
    const order = sort && rowOrder(all, sort);
    const rows = { ...all, all: table.entries.length, row: (at: number) => all.row(order?.[at] ?? at) };
    ordered = { table, key, rows };
    return rows;
  };

  const activityOf = async (
    capture: CaptureInfo,
    condition: Sql | null,
    span: Pick<CaptureFacts, 'first_us' | 'last_us'>,
    options: WorkOptions,
  ): Promise<Activity | null> => {
    const { first_us: from, last_us: to } = span;
    if (from === null || to === null) return null;
    const drawn = await dependencies.rows(activitySql(capture, condition, { from, to }), options);
    return readActivity(drawn, span, capture.kind === 'ble' ? 'packets' : 'rows');
  };

  const traces: DevicesPort['traces'] = async (question, addresses, options = {}) => {
    const { span } = await tableOf(question);
    const statement = tracesSql(captureOf(question.capture_id), question.condition, addresses, span);
    return statement === null ? NOTHING : dependencies.rows(statement, options);
  };

  return {
    async rows(request, options = {}) {
      const table = await tableOf(request);
      throwIfAborted(options.signal, 'the list of devices');
      return { ...sliceOf(rowsOf(table, request), null, request), finding: table.finding, rssi: table.rssi };
    },
    async file(format, request, options = {}) {
      const rows = rowsOf(await tableOf(request), request);
      const all = Array.from({ length: rows.count }, (_, at) => rows.row(at));
      const filled = await withTraces(all, (addresses) => traces(request, addresses, options));
      if (format === 'parquet') return dependencies.tableFile(columnNames(rows.columns), filled, options);
      return tableText(format, rows.columns, filled);
    },
    traces,
    async kind(question, address) {
      const table = await tableOf(question);
      return table.devices.find((device) => device.address === address)?.what ?? null;
    },
    async words(ids, addresses, names, { signal } = {}) {
      const given = namesByAddress(names);
      const open = ids.flatMap((id) => dependencies.capture(id) ?? []);
      // A capture whose devices cannot be read now contributes no descriptions.
      const told = await Promise.all(open.map((capture) => describedOf(capture).catch((): ReadonlyMap<string, GridRow> => new Map())));
      throwIfAborted(signal, 'the words of devices');
      return addresses.map((address) => {
        const row = told.map((rows) => rows.get(address)).find((each) => each !== undefined) ?? [];
        const name = given.get(address);
        return deviceWords(row, name) || null;
      });
    },
    async overview(question, options = {}) {
      const capture = captureOf(question.capture_id);
      const { condition } = question;
      const listed = whyNone(capture) === undefined ? dependencies.rows(connectionListSql(capture, condition), options) : null;
      const counted = dependencies.rows(factsSql(capture, condition), options);
      const [table, lines, facts] = await Promise.all([tableOf(question), listed, counted.then(readFacts)]);
      return captureOverview({
        facts,
        activity: await activityOf(capture, condition, facts, options),
        devices: table.devices,
        connections: lines?.rows.map(connectionLine) ?? [],
        servers: serversOf(table.revealed, table.names),
      });
    },
    async activity({ capture_id, condition }, options = {}) {
      const capture = captureOf(capture_id);
      const { time_range } = capture;
      if (time_range === null || capture.time_base === 'none') return null;
      const span = { first_us: time_range.start_ms * 1000, last_us: time_range.end_ms * 1000 + 999 };
      return activityOf(capture, condition, span, options);
    },
  };
}

const NOTHING: QueryResult = { columns: [], rows: [], row_count: 0, truncated: false, elapsed_ms: 0 };

async function read({ rows }: DeviceDependencies, capture: CaptureInfo, statement: Sql, signal?: AbortSignal): Promise<DeviceTable> {
  const options = signal ? { signal } : {};
  const relative = capture.time_base !== 'epoch';
  const connected = revealedSql(capture);
  const [answer, told, names] = await Promise.all([
    rows(statement, options),
    connected && rows(connected, options),
    loadAssignedNames().catch((): AssignedNames => NO_NAMES),
  ]);
  const revealed = readRevealed(told?.rows ?? []);
  const devices = readDevices(answer, names, revealed);
  return {
    devices,
    revealed,
    names,
    relative,
    entries: devices.map((device) => deviceEntry(device, relative)),
    finding: devicesFinding(devices),
    ...rangesOf(devices),
  };
}

function rangesOf(devices: readonly Device[]): Pick<DeviceTable, 'rssi' | 'span'> {
  let [least, most, from, to] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { rssi, first_us, last_us } of devices) {
    if (rssi) [least, most] = [Math.min(least, rssi.least), Math.max(most, rssi.most)];
    if (first_us !== null && last_us !== null) [from, to] = [Math.min(from, first_us), Math.max(to, last_us)];
  }
  return { rssi: { least, most }, span: { from, to } };
}

/** Adds to each device row its mean RSSI over time in dBm; null where the address was not received. */
async function withTraces(rows: readonly GridRow[], traces: (addresses: readonly string[]) => Promise<QueryResult>): Promise<GridRow[]> {
  const means = new Map<string, (number | null)[]>();
  const addresses = rows.map((row) => String(row[COLUMN.address]));
  for (let from = 0; from < addresses.length; from += AT_ONCE) {
    for (const [address, point, rssi] of (await traces(addresses.slice(from, from + AT_ONCE))).rows) {
      const own = means.get(String(address)) ?? new Array<number | null>(TRACE_POINTS).fill(null);
      means.set(String(address), own);
      own[Number(point)] = Number(Number(rssi).toFixed(1));
    }
  }
  return rows.map((row) =>
    row.map((value, at) =>
      at === COLUMN.trace ? (means.get(String(row[COLUMN.address])) ?? new Array<null>(TRACE_POINTS).fill(null)) : value,
    ),
  );
}
