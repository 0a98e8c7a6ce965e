import { quoteName } from '../../selection/print.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { wordsSql } from '../../tables/conversation/words-sql.ts';
import { whyNone } from '../../tables/conversation/why-none.ts';
import { numberIn, tableOf, textIn } from './table.ts';

/** The connection to which a packet belongs, and the message that the packet carries there. */
export interface OfPacket {
  readonly connection: number;
  readonly words: string | undefined;
}

/**
 * SQL with the columns `connection`, `sender`, `layer`, `words`. It returns no row if the packet belongs to no connection. Undefined for
 * captures without connections.
 */
export function ofPacketSql(capture: CaptureInfo, packet: number): string | undefined {
  if (whyNone(capture) !== undefined) return undefined;
  const [table, no] = [tableOf(capture), String(packet)];
  return `WITH said AS (SELECT * FROM (${wordsSql(table)}) AS messages WHERE packet_no = ${no}),
own AS (SELECT connection FROM ${table('connections')} WHERE packet_no = ${no} OR (${no} BETWEEN packet_no AND last_packet_no
    AND access_address = (SELECT min(access_address) FROM ${quoteName(capture.capture_id)} WHERE packet_no = ${no}))
  UNION SELECT connection FROM said WHERE connection IS NOT NULL)
SELECT connection, sender, layer, words FROM own LEFT JOIN said USING (connection) ORDER BY connection, layer LIMIT 4`;
}

export function ofPacket(rows: readonly (readonly unknown[])[]): OfPacket | null {
  const connection = numberIn(rows[0]?.[0]);
  if (connection === undefined) return null;
  const words = rows.flatMap(([, sender, layer, said]) =>
    textIn(said) === undefined
      ? []
      : [`${textIn(layer) ?? ''}${textIn(sender) === undefined ? '' : ` from the ${String(sender)}`}: ${String(said)}`],
  );
  return { connection, words: words.length === 0 ? undefined : words.join('; ') };
}
