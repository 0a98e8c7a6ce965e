/** Reads the rows of a pair of addresses again, from the captures of the call. */
import { quoteName } from '../../selection/print.ts';
import { timeColumn } from '../../selection/columns.ts';
import { valueText } from '../../selection/terms.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { QueryResult } from '../../tables/result-set.ts';
import type { ToolResult } from '../../tools/contract/index.ts';
import { formatCount } from '../../base/format.ts';
import { ASKING } from '../devices/device-sql.ts';

/** Maximum number of points drawn for one address, evenly distributed over its packets. */
export const MOST_POINTS = 600;

export interface RssiTrace {
  /** Time in ms and RSSI in dBm of each drawn packet of an address. */
  readonly points: readonly (readonly [number, number])[];
  /** Describes the packet of each point: `packet 1,501`, with its capture if there are several. */
  readonly names: readonly string[];
  /** Number of all packets of the address, of which the drawn points are a sample. */
  readonly packets: number;
}

export interface Payload {
  readonly address: string;
  readonly adv_type: string;
  readonly hex: string;
  readonly packets: number;
}

/** The captures of the call that are still open and contain packets, and the names of the others. */
export function openCaptures(
  result: ToolResult,
  open: readonly CaptureInfo[],
): { readonly captures: readonly CaptureInfo[]; readonly missing: readonly string[] } {
  const ids = selectionOf(result).ids;
  const captures = ids.flatMap((id) => open.filter((capture) => capture.capture_id === id && capture.kind === 'ble'));
  return { captures, missing: ids.filter((id) => !captures.some(({ capture_id }) => capture_id === id)) };
}

/** SQL for every n-th RSSI value of each of the addresses in time order, with the number of all values. */
export function tracesSql(result: ToolResult, captures: readonly CaptureInfo[], addresses: readonly string[]): string {
  return [
    `WITH heard AS (${heardSql(result, captures, addresses, 'rssi, packet_no')}),`,
    'numbered AS (SELECT *, row_number() OVER (PARTITION BY address ORDER BY heard_us) - 1 AS n, count(*) OVER (PARTITION BY address) AS packets',
    'FROM heard WHERE rssi IS NOT NULL AND heard_us IS NOT NULL)',
    'SELECT address, heard_us / 1000.0 AS ms, rssi, packets, packet_no, capture FROM numbered',
    `WHERE n % CAST(ceil(packets / ${String(MOST_POINTS)}.0) AS BIGINT) = 0 ORDER BY address, n`,
  ].join('\n');
}

/** SQL for the last payload of the first address and the first payload of the second, for each type of PDU. */
export function payloadsSql(result: ToolResult, captures: readonly CaptureInfo[], [from, to]: readonly [string, string]): string {
  return [
    `WITH heard AS (${heardSql(result, captures, [from, to], 'adv_type, adv_data')} AND adv_data IS NOT NULL)`,
    'SELECT address, adv_type, CASE WHEN address =',
    `${valueText(from)} THEN arg_max(hex(adv_data), heard_us) ELSE arg_min(hex(adv_data), heard_us) END AS payload, count(*) AS packets`,
    'FROM heard GROUP BY address, adv_type ORDER BY adv_type, address',
  ].join('\n');
}

function heardSql(result: ToolResult, captures: readonly CaptureInfo[], addresses: readonly string[], columns: string): string {
  const { range } = selectionOf(result);
  const parts = captures.map((capture) => {
    const time = timeColumn(capture);
    const within =
      range === null ? '' : ` AND ${time} BETWEEN ${String(Math.floor(range[0]) * 1000)} AND ${String(Math.floor(range[1]) * 1000 + 999)}`;
    return (
      `SELECT advertiser_addr AS address, ${valueText(capture.capture_id)} AS capture, ${time} AS heard_us, ${columns}` +
      ` FROM ${quoteName(capture.capture_id)} WHERE crc_ok IS NOT FALSE${within}` +
      ` AND adv_type NOT IN ${ASKING}`
    );
  });
  return `SELECT * FROM (${parts.join(' UNION ALL ')}) AS packets WHERE address IN (${addresses.map(valueText).join(', ')})`;
}

export function readTraces({ rows }: QueryResult): ReadonlyMap<string, RssiTrace> {
  const several = new Set(rows.map(([, , , , , capture]) => capture)).size > 1;
  const traces = new Map<string, { points: [number, number][]; names: string[]; packets: number }>();
  for (const [address, ms, rssi, packets, packet, capture] of rows) {
    const trace = traces.get(String(address)) ?? { points: [], names: [], packets: Number(packets) };
    trace.points.push([Number(ms), Number(rssi)]);
    trace.names.push(`packet ${formatCount(Number(packet))}${several ? ` of ${String(capture)}` : ''}`);
    traces.set(String(address), trace);
  }
  return traces;
}

export const readPayloads = ({ rows }: QueryResult): readonly Payload[] =>
  rows.map(([address, adv_type, hex, packets]) => ({
    address: String(address),
    adv_type: typeof adv_type === 'string' ? adv_type : 'unknown type',
    hex: String(hex),
    packets: Number(packets),
  }));

/** The normalised selection of the call. Parts of it may be missing in a result from a file. */
function selectionOf({ metadata }: ToolResult): { readonly ids: readonly string[]; readonly range: readonly [number, number] | null } {
  const selection = metadata.selection;
  if (typeof selection !== 'object') return { ids: [], range: null };
  const { capture_ids, time_range, windowed } = selection as Readonly<Record<string, unknown>>;
  const ids = Array.isArray(capture_ids) ? capture_ids.filter((id) => typeof id === 'string') : [];
  if (windowed !== true || typeof time_range !== 'object' || time_range === null) return { ids, range: null };
  const { start_ms, end_ms } = time_range as Readonly<Record<string, unknown>>;
  return { ids, range: typeof start_ms === 'number' && typeof end_ms === 'number' ? [start_ms, end_ms] : null };
}
