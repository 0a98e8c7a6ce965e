import { formatAmount } from '../base/format.ts';
import type { Notice } from '../tables/captures.ts';

/**
 * How many records a file has, and how each ended: `read` = `with_rows` + `reported` + all of `other`. A record is what the format calls
 * one: a packet of a capture, a line or row of a table, an element of a JSON list. Every decoder returns it, so that no record
 * is lost silently.
 */
export interface RecordCount {
  /** Records that were found in the file, whole or not. */
  readonly read: number;
  /** Records that gave rows, and the rows that they gave: more than one for an HCI event with several reports. */
  readonly with_rows: number;
  readonly rows: number;
  /** Records without a row, each of which was reported as a problem. */
  readonly reported: number;
  /** Records that are no packets or rows by their kind, such as blank lines or blocks of statistics. */
  readonly other: Readonly<Partial<Record<OtherRecord, number>>>;
}

/** Kinds of record that are no packet or row, with the words for one and for several. */
export const OTHER_RECORDS = {
  blank: ['blank line', 'blank lines'],
  above: ['row above the table', 'rows above the table'],
  names: ['block of names', 'blocks of names'],
  statistics: ['block of interface statistics', 'blocks of interface statistics'],
  journal: ['block of a system journal', 'blocks of a system journal'],
  custom: ['block of another program', 'blocks of other programs'],
  unknown: ['block of an unknown type', 'blocks of unknown types'],
} as const;
export type OtherRecord = keyof typeof OTHER_RECORDS;

/** Kinds that say nothing about a capture, or that have a notice of their own. */
const ROUTINE: ReadonlySet<OtherRecord> = new Set(['blank', 'above', 'names', 'statistics']);

/** Counts records while a file is read. `read` is counted where records are found, the rest where they end. */
export class RecordTally {
  read = 0;
  withRows = 0;
  rows = 0;
  reported = 0;
  private readonly others: Partial<Record<OtherRecord, number>> = {};

  /** Records that are no packets or rows. They count as read. */
  other(kind: OtherRecord, records = 1): void {
    if (records === 0) return;
    this.read += records;
    this.others[kind] = (this.others[kind] ?? 0) + records;
  }

  /** Records of a table that gave a row each. */
  tableRows(rows: number): void {
    this.rows += rows;
    this.withRows += rows;
  }

  end(): RecordCount {
    return { read: this.read, with_rows: this.withRows, rows: this.rows, reported: this.reported, other: { ...this.others } };
  }
}

/** Records that ended in no known way: 0, unless the decoder has a fault. */
export function unexplained({ read, with_rows, reported, other }: RecordCount): number {
  return read - with_rows - reported - Object.values(other).reduce((sum, count) => sum + count, 0);
}

/** What a person should know of the records that gave no row. */
export function recordNotices(count: RecordCount): Notice[] {
  const notices: Notice[] = [];
  const kinds = (Object.keys(OTHER_RECORDS) as OtherRecord[]).filter((kind) => !ROUTINE.has(kind) && (count.other[kind] ?? 0) > 0);
  if (kinds.length > 0) {
    const total = kinds.reduce((sum, kind) => sum + (count.other[kind] ?? 0), 0);
    const parts = kinds.map(
      (kind) => `${(count.other[kind] ?? 0).toLocaleString('en-US')} ${OTHER_RECORDS[kind][count.other[kind] === 1 ? 0 : 1]}`,
    );
    const were = total === 1 ? '1 record of the file is no packet' : `${formatAmount(total, 'record')} of the file are no packets`;
    notices.push({ code: 'OTHER_RECORDS', message: `${were}: ${parts.join(', ')}` });
  }
  const lost = unexplained(count);
  if (lost !== 0) {
    notices.push({
      code: 'UNEXPLAINED_RECORDS',
      message: `Of ${formatAmount(count.read, 'record')} of the file, ${String(Math.abs(lost))} ${lost > 0 ? 'gave neither a row nor a problem' : 'were counted twice'}: this is a fault of the reader`,
    });
  }
  return notices;
}
