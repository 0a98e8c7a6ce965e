import { parseFilter } from '../../../../src/selection/parse.ts';
import type { Form } from './attacker-forms.ts';

type Json = Readonly<Record<string, unknown>>;

/** A call that carries a text somewhere. */
export interface PlantedCall {
  readonly where: string;
  readonly tool: string;
  readonly version: string;
  readonly selection: Json;
  readonly arguments: Json;
  readonly extra?: Json;
}

const single = (text: string): string => text.replaceAll("'", "''");
const double = (text: string): string => text.replaceAll('"', '""');

const sqlPlaces: Readonly<Record<string, (text: string, table: string) => string>> = {
  'a literal': (text, table) => `SELECT count(*) AS n FROM ${table} WHERE advertiser_addr = '${single(text)}'`,
  'a selected literal': (text, table) => `SELECT '${single(text)}' AS n, count(*) FROM ${table}`,
  'a list': (text, table) => `SELECT count(*) FROM ${table} WHERE local_name IN ('${single(text)}', 'ADV_IND')`,
  'a pattern': (text, table) => `SELECT count(*) FROM ${table} WHERE local_name LIKE '%${single(text)}%'`,
  'a quoted alias': (text, table) => `SELECT count(*) AS "${double(text)}" FROM ${table} ORDER BY "${double(text)}"`,
  'a bare alias': (text, table) => `SELECT rssi AS a_${text.replaceAll(/\W/g, '_')} FROM ${table} LIMIT 5`,
  'a table alias': (text, table) => `SELECT "${double(text)}".rssi FROM ${table} AS "${double(text)}" LIMIT 5`,
  'a common table expression': (text, table) =>
    `WITH "${double(text)}" AS (SELECT rssi FROM ${table}) SELECT avg(rssi) FROM "${double(text)}"`,
  'a line comment': (text, table) => `SELECT count(*) FROM ${table} -- ${text.replaceAll(/[\r\n]/g, ' ')}`,
  'a comment': (text, table) => `SELECT /* ${text.replaceAll(/[*]|\//g, ' ')} */ count(*) FROM ${table}`,
  'a dollar text': (text, table) => `SELECT $$${text}$$ AS n, count(*) FROM ${table}`,
  'a tagged dollar text': (text, table) => `SELECT $a$${text}$a$ AS n, count(*) FROM ${table}`,
  'an escaped text': (text, table) => `SELECT E'${single(text).replaceAll('\\', '\\\\')}' AS n, count(*) FROM ${table}`,
  'a blob': (text, table) => `SELECT '${single(text)}'::BLOB AS n, count(*) FROM ${table}`,
  'a key of a struct': (text, table) => `SELECT {'${single(text)}': rssi} AS n FROM ${table} LIMIT 3`,
  'a lambda': (text, table) => `SELECT list_transform([1, 2], "${double(text)}" -> "${double(text)}" + 1) AS n FROM ${table} LIMIT 1`,
  'a window name': (text, table) =>
    `SELECT sum(rssi) OVER "${double(text)}" AS n FROM ${table} WINDOW "${double(text)}" AS (ORDER BY ts_us) LIMIT 3`,
  'two literals': (text, table) => `SELECT '${single(text.slice(0, 6))}' || '${single(text.slice(6))}' AS n FROM ${table} LIMIT 1`,
};

/** Each text in each place of a statement, a filter and the other arguments. */
export function plantedCalls(texts: readonly Form[], capture: string): PlantedCall[] {
  const calls: PlantedCall[] = [];
  const query = (where: string, sql: string, selection: Json = {}): void => {
    calls.push({ where, tool: 'capture_query', version: '1.1.0', selection, arguments: { sql } });
  };
  for (const { name, text = '' } of texts) {
    for (const [place, write] of Object.entries(sqlPlaces)) query(`${name} in ${place}`, write(text, capture));
    for (const filter of [
      `local_name = '${single(text)}'`,
      `local_name LIKE '%${single(text)}%'`,
      `"${double(text)}" = 1`,
      `advertiser_addr <> '${single(text)}'`,
    ])
      if (parseFilter(filter).ok) query(`${name} in a filter`, `SELECT count(*) FROM ${capture}`, { filter_expression: filter });
    query(`${name} in channels`, `SELECT count(*) FROM ${capture}`, { selectors: { channels: [text] } });
    calls.push({
      ...{ where: `${name} in labels`, tool: 'bluetooth_address_analyzer', version: '1.4.0', selection: {} },
      arguments: { ...ANALYZE, labels: [{ address: 'C6:17:2B:93:5D:E1', device: text }] },
    });
    calls.push({
      ...{ where: `${name} in members outside of the contract`, tool: 'capture_overview', version: '1.0.0', selection: { note: text } },
      arguments: {},
      extra: { tool_call_id: text.replaceAll(/[^A-Za-z0-9]/g, '.'), context: { preferences: [text] }, note: text },
    });
    calls.push({
      ...{ where: `${name} in the reference of a factor`, tool: 'statistical_regression_tool', version: '1.3.0', selection: {} },
      arguments: {
        ...{ operation: 'linear_regression', target: 'rssi', features: ['channel'] },
        categorical: { channel: { coding: 'treatment', reference: text } },
      },
    });
  }
  return calls;
}

/** Numbers that spell an address. */
export function numberCalls(address: string, capture: string): PlantedCall[] {
  const octets = address.split(':').map((octet) => Number.parseInt(octet, 16));
  const whole = Number.parseInt(address.replaceAll(':', ''), 16);
  const [table, list] = [capture, octets.join(', ')];
  const query = (where: string, sql: string, selection: Json = {}): PlantedCall => ({
    ...{ where, tool: 'capture_query', version: '1.1.0', selection, arguments: { sql } },
  });
  return [
    query('a decimal number', `SELECT ${String(whole)} AS n FROM ${table} LIMIT 1`),
    query('a hexadecimal number', `SELECT 0x${address.replaceAll(':', '')} AS n FROM ${table} LIMIT 1`),
    query('a list of octets', `SELECT count(*) FROM ${table} WHERE length IN (${list})`),
    query('a list of three octets', `SELECT count(*) FROM ${table} WHERE length IN (${octets.slice(0, 3).join(', ')})`),
    query('a list value', `SELECT [${list}] AS n FROM ${table} LIMIT 1`),
    query(
      'characters',
      `SELECT ${[...address].map((each) => `chr(${String(each.charCodeAt(0))})`).join(' || ')} AS n FROM ${table} LIMIT 1`,
    ),
    query('a limit and offset', `SELECT rssi FROM ${table} LIMIT ${String(octets[0])} OFFSET ${octets.slice(1, 3).map(String).join('')}`),
    query('a filter', `SELECT count(*) FROM ${table}`, { filter_expression: `length IN (${list})` }),
    query('a filter of one number', `SELECT count(*) FROM ${table}`, { filter_expression: `ts_us > ${String(whole)}` }),
    query('a time window', `SELECT count(*) FROM ${table}`, { time_window: { start_ms: whole, end_ms: whole + 1 } }),
    { ...{ where: 'a timeout', tool: 'capture_overview', version: '1.0.0', selection: {}, arguments: {} }, extra: { timeout_ms: whole } },
  ];
}

export const ANALYZE = {
  address_columns: { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' },
  analysis_mode: 'both',
  linkage_window_s: 180,
  min_observation_count: 5,
  rpa_rotation_model: 'spec_default',
};
