import { amount } from '../base/amount.ts';
import { quoteName } from '../selection/print.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { NextCall } from './contract/index.ts';

/** Maximum number of captures and of senders in a statement. Each capture costs one more pass over the selected rows. */
const MOST = { captures: 32, senders: 100 } as const;
const SHOWN = ['adv_type', 'local_name', 'company_id'] as const;

/** Which packets of which senders to query, and how far that narrows the selection. */
export interface PacketsOf {
  readonly captures: readonly CaptureInfo[];
  /** Name of the column that contains the sender. */
  readonly column: 'advertiser_addr' | 'device_id';
  readonly senders: readonly string[];
  /** Number of packets of these senders; `rows` is that of the whole selection. */
  readonly packets: number;
  readonly rows: number;
  /** Why these senders were chosen, in words for people. */
  readonly why: string;
}

/** Suggests a query of the packets of some senders; empty if no selected capture has the columns, or too many captures are selected. */
export function packetsOf({ captures, column, senders, packets, rows, why }: PacketsOf): NextCall[] {
  const usable = captures.filter(({ columns }) => [column, 'ts_us', 'adv_data'].every((name) => columns.some((own) => own.name === name)));
  if (usable.length === 0 || usable.length > MOST.captures || senders.length === 0 || rows === 0) return [];
  const shown = SHOWN.filter((name) => usable.every(({ columns }) => columns.some((own) => own.name === name)));
  const names = [column, ...shown, 'adv_data', 'rssi', 'ts_us'].join(', ');
  const from = usable.map(({ capture_id }) => `SELECT ${names} FROM ${quoteName(capture_id)}`);
  const wanted = senders.slice(0, MOST.senders).map((sender) => `'${sender.replaceAll("'", "''")}'`);
  const keys = [column, ...shown];
  const sql = `SELECT ${keys.join(', ')}, hex(adv_data) AS data, count(*) AS packets, min(ts_us) AS first_us, max(ts_us) AS last_us, round(avg(rssi)) AS mean_rssi FROM (${from.join(' UNION ALL ')}) AS sent WHERE ${column} IN (${wanted.join(', ')}) GROUP BY ${keys.join(', ')}, adv_data ORDER BY packets DESC, first_us, ${column} LIMIT 100`;
  return [
    {
      tool: 'capture_query',
      arguments: { sql, limit: 100 },
      why,
      expectedOutcome: `What ${amount(senders.length, 'sender')} sent: ${amount(packets, 'packet')} of ${amount(rows, 'row')}.`,
      benefit: { measure: 'rows_narrowed', share: 1 - Math.min(1, packets / rows) },
    },
  ];
}
