import { amount } from '../../../base/amount.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import { gattSql } from '../../../tables/conversation/overview-sql.ts';
import type { Row } from '../../connections/selected-tables.ts';
import { present, recordsOf, SelectedTables } from '../../connections/selected-tables.ts';
import { splitCaptures, withoutWarnings } from '../../connections/without.ts';
import { shorten } from '../../contract/errors.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { afterTree } from './next.ts';
import { MOST, type Arguments, type GattAttribute, type GattDevice, type GattTree } from './schema.ts';

/** Lists the attributes of each device, capture by capture. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<ToolOutcome<GattTree>> {
  const { having, without } = splitCaptures(capabilities.selection.captures);
  const devices: GattDevice[] = [];
  let [deviceCount, attributeCount, listed] = [0, 0, 0];
  for (const capture of having) {
    const found = await attributesOf(capture, args.address?.toUpperCase(), args.limit - listed, capabilities);
    deviceCount += found.devices;
    attributeCount += found.attributes;
    devices.push(...found.listed.slice(0, MOST.devices - devices.length));
    listed = devices.reduce((sum, { attributes }) => sum + attributes.length, 0);
  }
  const attributes = devices.flatMap((device) => device.attributes);
  return {
    status: 'ok',
    summary:
      attributeCount === 0
        ? 'No attribute was read: 0 devices.'
        : `${amount(attributeCount, 'attribute')} of ${amount(deviceCount, 'device')}.`,
    structured_output: {
      device_count: deviceCount,
      attribute_count: attributeCount,
      has_more: listed < attributeCount,
      devices,
      captures_without: without,
    },
    warnings: withoutWarnings(without),
    confidence_inputs: {
      attributes: attributes.length,
      discovered: attributes.filter(({ kind }) => kind !== 'attribute').length,
    },
    hints: {
      reasoning: 'Read from the tables of connections, which are decoded while a file opens; nothing is estimated.',
      assumptions: ['the tree is that of the whole capture; counts and values are those of the selected rows'],
      contextNeeded: attributeCount === 0 ? ['a recording in which attributes were read in the clear'] : [],
      next: afterTree(devices, capabilities.selection.captures),
      noNext: attributeCount === 0 ? 'no attribute was read' : 'no value was sent more than once',
    },
    measures: { attributes: attributeCount },
  };
}

async function attributesOf(
  capture: CaptureInfo,
  address: string | undefined,
  limit: number,
  capabilities: ToolCapabilities,
): Promise<{ readonly devices: number; readonly attributes: number; readonly listed: readonly GattDevice[] }> {
  const tables = new SelectedTables(capture, capabilities);
  const table = (what: string): string => (what === 'att' ? tables.selected(what) : tables.whole(what));
  const [where, values] = address === undefined ? ['', []] : [' WHERE device = ?', [address]];
  const each = `(${gattSql(table)}) AS each${where}`;
  const [total] = recordsOf(
    await tables.ask(
      `WITH ${tables.before} SELECT count(*)::INTEGER AS attributes, count(DISTINCT device)::INTEGER AS devices FROM ${each}`,
      values,
    ),
  );
  const rows = recordsOf(
    await tables.ask(`WITH ${tables.before} SELECT * FROM ${each} ORDER BY device, handle, kind LIMIT ${String(limit)}`, values),
  );
  const times = await tables.times(rows.flatMap((row) => row.number('last_packet') ?? []));
  const devices = new Map<string, GattDevice & { readonly attributes: GattAttribute[] }>();
  for (const row of rows) {
    const name = row.text('device') ?? '';
    const device = devices.get(name) ?? {
      capture_id: capture.capture_id,
      device: name,
      role: row.text('server') === 'central' ? ('central' as const) : ('peripheral' as const),
      attributes: [],
    };
    devices.set(name, device);
    device.attributes.push(attribute(row, capture, times));
  }
  return { devices: total?.number('devices') ?? 0, attributes: total?.number('attributes') ?? 0, listed: [...devices.values()] };
}

const KINDS: readonly GattAttribute['kind'][] = [
  'primary service',
  'secondary service',
  'include',
  'characteristic',
  'descriptor',
  'attribute',
];

function attribute(row: Row, { time_base }: CaptureInfo, times: ReadonlyMap<number, number>): GattAttribute {
  const count = (name: string): number => row.number(name) ?? 0;
  const kind = KINDS.find((each) => each === row.text('kind')) ?? 'attribute';
  const hex = row.text('last_hex');
  const us = times.get(row.number('last_packet') ?? -1);
  const words = (name: string, most: number): string | undefined => {
    const text = row.text(name);
    return text === undefined ? undefined : shorten(text, most);
  };
  return {
    level: kind.endsWith('service') ? 0 : kind === 'descriptor' ? 2 : 1,
    kind,
    handle: count('handle'),
    reads: count('reads'),
    writes: count('writes'),
    notifications: count('notifications'),
    indications: count('indications'),
    errors: count('errors'),
    ...present({
      end_handle: row.number('end_handle'),
      value_handle: row.number('value_handle'),
      uuid: row.text('uuid'),
      name: words('uuid_name', 200),
      properties: row.text('property_names') || undefined,
      last_error: words('last_error', 120),
      last_hex: hex?.slice(0, 2 * MOST.octets).toLowerCase(),
      last_octets: hex === undefined ? undefined : hex.length / 2,
      last_text: words('last_text', 300),
      last_number: row.number('last_number'),
      last_unit: row.text('last_unit'),
      last_packet: row.number('last_packet'),
      last_ts: us === undefined || time_base !== 'epoch' ? undefined : new Date(us / 1000).toISOString(),
    }),
  };
}
