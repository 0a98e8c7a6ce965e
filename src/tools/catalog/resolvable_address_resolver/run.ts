import { amount } from '../../../base/amount.ts';
import { selectedTimeSql } from '../../../tables/capture-time.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import { toolError } from '../../contract/errors.ts';
import type { NextCall } from '../../contract/index.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { FIRST_ANALYSIS } from '../../linkage/first-analysis.ts';
import type { Arguments, Resolution } from './schema.ts';

/** Columns that may contain a resolvable private address, each with the column of its address-type bit. */
const COLUMNS = [
  ['advertiser_addr', 'advertiser_random'],
  ['scanner_addr', 'peer_random'],
  ['initiator_addr', 'peer_random'],
  ['target_addr', 'peer_random'],
] as const;

/** Maximum number of addresses that the rotation audit accepts. */
const MOST_AUDITED = 200;
/** Probability that a wrong key matches an address, whose hash has 24 bits. */
const FALSE_MATCH = 2 ** -24;

interface Sighted {
  readonly address: string;
  readonly frames: number;
  readonly first_us: number | null;
  readonly last_us: number | null;
}

/** Checks every resolvable private address of the selection against the keys of the connection. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<ToolOutcome<Resolution>> {
  const { resolver, signal, progress } = capabilities;
  const sql = sightedSql(capabilities.selection.captures);
  if (sql === null) {
    const names = COLUMNS.map(([name]) => name).join(', ');
    return {
      status: 'error',
      errors: [toolError('INSUFFICIENT_DATA', `expected a column of addresses (${names}), found none`, ['capture_selection'])],
    };
  }
  const sighted = await read(capabilities, sql);
  const match = await resolver.resolve(
    sighted.map(({ address }) => address),
    { signal, onProgress: progress },
  );
  const resolved = sighted.flatMap((each, i) => {
    const key = match[i] ?? -1;
    return key < 0 ? [] : [{ ...each, position: key, key: resolver.keys[key] ?? '' }];
  });
  const tried = sighted.length;
  const keys = resolver.keys.length;
  return {
    status: 'ok',
    summary: `${String(resolved.length)} of ${String(tried)} resolvable private addresses were made with one of ${String(keys)} ${keys === 1 ? 'key' : 'keys'}.`,
    structured_output: {
      addresses_tried: tried,
      keys_tried: keys,
      resolved_count: resolved.length,
      false_match_probability: FALSE_MATCH,
      expected_false_matches: tried * keys * FALSE_MATCH,
      by_key: resolver.keys.map((name, position) => {
        const own = resolved.filter((each) => each.position === position);
        return {
          key: name,
          addresses: own.length,
          frames: own.reduce((sum, each) => sum + each.frames, 0),
          ...span(minimum(own.map((each) => each.first_us)), maximum(own.map((each) => each.last_us))),
        };
      }),
      has_more: resolved.length > args.max_addresses,
      addresses: resolved
        .slice(0, args.max_addresses)
        .map(({ address, key, frames, first_us, last_us }) => ({ address, key, frames, ...span(first_us, last_us) })),
    },
    warnings:
      tried === 0
        ? [{ code: 'NO_RESOLVABLE_ADDRESS', message: 'the selection holds no resolvable private address', field: 'capture_selection' }]
        : resolved.length === 0
          ? [
              {
                code: 'NOTHING_RESOLVED',
                message: 'no address was made with these keys; a key whose bytes stand in the other order resolves nothing',
                field: 'context.connection_id',
              },
            ]
          : [],
    confidence_inputs: { addresses: tried, keys, resolved: resolved.length },
    hints: {
      assumptions: ['an address whose hash fits a key was made with it; frames with a bad CRC do not count'],
      contextNeeded: tried === 0 ? ['a selection with resolvable private addresses'] : [],
      next: tried === 0 ? [] : afterResolution(resolved, tried, capabilities.selection.captures),
      noNext: 'no address of the selection is resolvable',
      reasoning: `Every address was tried under every key; a stranger's address fits one key by chance once in ${String(2 ** 24)}.`,
    },
    measures: { addresses: tried, keys },
  };
}

/** Suggests an audit of the device with the most resolved addresses; if no key fits, linkage by behaviour. */
function afterResolution(
  resolved: readonly { readonly address: string; readonly position: number }[],
  tried: number,
  captures: readonly CaptureInfo[],
): NextCall[] {
  const byKey = new Map<number, string[]>();
  for (const { address, position } of resolved) byKey.set(position, [...(byKey.get(position) ?? []), address]);
  const largest = [...byKey.values()].reduce<readonly string[]>((most, own) => (own.length > most.length ? own : most), []);
  const addresses = largest.slice(0, MOST_AUDITED);
  const named = (name: string): boolean => captures.some(({ columns }) => columns.some((column) => column.name === name));
  if (addresses.length > 0 && named('advertiser_addr')) {
    return [
      {
        tool: 'rotation_privacy_audit',
        arguments: { addresses },
        why: 'See what else, beside the key, lets the device with the most addresses be followed.',
        expectedOutcome: `Findings on ${amount(addresses.length, 'address', 'addresses')} of ${String(resolved.length)} that were resolved.`,
        benefit: { measure: 'addresses_audited', share: addresses.length / resolved.length },
      },
    ];
  }
  const { address_columns } = FIRST_ANALYSIS;
  if (resolved.length > 0 || !Object.values(address_columns).every(named)) return [];
  return [
    {
      tool: 'bluetooth_address_analyzer',
      arguments: FIRST_ANALYSIS,
      why: 'No key fits. Estimate from behaviour alone which addresses belong to one emitter.',
      expectedOutcome: `Probable successors among ${amount(tried, 'resolvable private address', 'resolvable private addresses')}.`,
      benefit: { measure: 'addresses_explained', share: 1 - resolved.length / tried },
    },
  ];
}

/** SQL for address, frame count, first and last time of all resolvable addresses; null if no column contains addresses. */
function sightedSql(captures: readonly CaptureInfo[]): string | null {
  const columns = new Set(captures.flatMap((capture) => capture.columns.map(({ name }) => name)));
  const sound = columns.has('crc_ok') ? 'AND crc_ok IS DISTINCT FROM FALSE' : '';
  const time = columns.has('ts_us') ? selectedTimeSql(captures) : 'NULL::BIGINT';
  const parts = COLUMNS.filter(([address]) => columns.has(address)).map(([address, random]) => {
    const bit = columns.has(random) ? `${random} IS DISTINCT FROM FALSE` : 'TRUE';
    return `SELECT upper("${address}"::VARCHAR) AS address, ${time} AS ts_us FROM SELECTED WHERE "${address}" IS NOT NULL AND ${bit} ${sound}`;
  });
  if (parts.length === 0) return null;
  // The two most significant bits of a resolvable private address are 01 (Core 6.1, Vol 6, Part B, 1.3.2.2).
  return `SELECT address, count(*)::DOUBLE AS frames, min(ts_us)::DOUBLE AS first_us, max(ts_us)::DOUBLE AS last_us
FROM (${parts.join(' UNION ALL ')}) AS named WHERE regexp_full_match(address, '[4-7][0-9A-F](:[0-9A-F]{2}){5}')
GROUP BY address ORDER BY first_us NULLS LAST, address`;
}

async function read({ query, selection, signal }: ToolCapabilities, sql: string): Promise<Sighted[]> {
  const parts = sql.split('SELECTED');
  const values = parts.slice(1).flatMap(() => selection.values);
  const answer = await query.answer(parts.join(`(${selection.sql}) AS selected`), values, { signal });
  const cell = (name: string, row: number): unknown => {
    const { values: cells, valid } = answer.column(name);
    return valid?.[row] === 0 ? null : cells[row];
  };
  const time = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  return Array.from({ length: answer.rows }, (_, i) => ({
    address: String(cell('address', i)),
    frames: Number(cell('frames', i)),
    first_us: time(cell('first_us', i)),
    last_us: time(cell('last_us', i)),
  }));
}

const iso = (us: number): string => new Date(Math.floor(us / 1000)).toISOString();
const span = (first: number | null, last: number | null): { first_ts?: string; last_ts?: string } =>
  first === null || last === null ? {} : { first_ts: iso(first), last_ts: iso(last) };
const known = (list: readonly (number | null)[]): number[] => list.filter((value) => value !== null);
const minimum = (list: readonly (number | null)[]): number | null =>
  known(list).reduce<number | null>((least, value) => Math.min(least ?? value, value), null);
const maximum = (list: readonly (number | null)[]): number | null =>
  known(list).reduce<number | null>((most, value) => Math.max(most ?? value, value), null);
