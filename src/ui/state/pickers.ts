import { channelsOf } from '../../selection/channels.ts';
import { classOf } from '../../selection/columns.ts';
import { quoteName } from '../../selection/print.ts';
import { wholeTime } from '../../selection/time.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { ToolManifest } from '../../tools/contract/index.ts';

export interface Offer {
  readonly value: string;
  /** Type, unit or number of rows. */
  readonly detail: string;
  /** Whether it suits the field; unsuitable ones are listed last. */
  readonly fits: boolean;
}

/** The captures that a call names, in its order; all open captures if it names none of them. */
export function namedCaptures(call: unknown, open: readonly CaptureInfo[]): readonly CaptureInfo[] {
  const named = captureIds(call).flatMap((id) => open.filter((capture) => capture.capture_id === id));
  return named.length > 0 ? named : open;
}

/** The manifest for a call; the tool's newest one if the call's version is not installed. */
export function manifestOf(call: unknown, versions: readonly ToolManifest[]): ToolManifest | undefined {
  const [name, version] = [member(call, 'tool_name'), member(call, 'tool_version')];
  const named = versions.filter((each) => each.name === name || each.aliases.includes(String(name)));
  return named.find((each) => each.version === version) ?? named[0];
}

/** Ids that a call names, in either spelling. */
export function captureIds(call: unknown): readonly string[] {
  const selection = member(call, 'capture_selection');
  const many = member(selection, 'capture_ids');
  const ids: readonly unknown[] = [member(selection, 'capture_id'), ...(Array.isArray(many) ? (many as unknown[]) : [])];
  return ids.filter((id) => typeof id === 'string');
}

/** Columns of the captures, each name once; a numeric field accepts only numeric ones. */
export function columnOffers(captures: readonly CaptureInfo[], numeric: boolean): readonly Offer[] {
  const offers = new Map<string, Offer>();
  for (const { columns } of captures) {
    for (const { name, type, unit, empty } of columns) {
      if (offers.has(name)) continue;
      offers.set(name, {
        value: name,
        detail: [type, ...(unit === undefined ? [] : [unit]), ...(empty === true ? ['no value'] : [])].join(', '),
        fits: !numeric || classOf(type) === 'number',
      });
    }
  }
  return [...offers.values()];
}

/** Channels of the captures, and their receivers if there are several. */
export function channelOffers(captures: readonly CaptureInfo[]): readonly string[] {
  const several = new Set(captures.flatMap(({ sensors }) => sensors)).size > 1;
  return [...new Set(captures.flatMap((capture) => (several ? channelsOf(capture) : capture.channels)))];
}

/** Time range of the captures, in the time base of a call over them. */
export const spanOf = (captures: readonly CaptureInfo[]): ReturnType<typeof wholeTime> => wholeTime(captures);

/** The statement that lists the addresses of BLE captures, most frequent first; null if there are none. */
export function addressSql(captures: readonly CaptureInfo[]): string | null {
  const tables = captures
    .filter(({ kind }) => kind === 'ble')
    .map(({ capture_id }) => `SELECT advertiser_addr AS address FROM ${quoteName(capture_id)}`);
  if (tables.length === 0) return null;
  return `SELECT address, count(*) AS packets FROM (${tables.join(' UNION ALL ')}) WHERE address IS NOT NULL GROUP BY address ORDER BY packets DESC, address LIMIT 200`;
}

export function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (Reflect.get(value, key) as unknown) : undefined;
}
