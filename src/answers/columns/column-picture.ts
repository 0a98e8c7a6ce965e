import type { ColumnInfo } from '../../tables/captures.ts';
import { linear } from '../charts/number-axis.ts';
import { Sheet } from '../charts/sheet.ts';
import type { Picture } from '../charts/svg-canvas.ts';
import type { TimelinePalette } from '../charts/timeline-draw.ts';
import { formatCount } from '../../base/format.ts';
import type { GridColumn, GridRow } from '../../base/table.ts';
import { clip, visibleString } from '../../base/visible-text.ts';
import { type Profile, before, figure, isInstant, percent } from './profile.ts';

interface Table {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
}

const WIDTH = 480;
const ROW = 22;

/** Draws the picture on a column's card for a file: its distribution or, if it has no numeric axis, its most frequent values. */
export function columnPicture(title: string, column: ColumnInfo, profile: Profile, epoch: boolean, palette: TimelinePalette): Picture {
  const { bars, top } = profile;
  const sheet = new Sheet(title, WIDTH, bars ? 196 : 36 + top.length * ROW, palette);
  if (!bars) {
    const share = linear(0, Math.max(1, profile.present), 0, WIDTH - 16);
    top.forEach(({ value, rows }, at) => {
      const y = 30 + at * ROW;
      sheet.rect(palette.chosen, 8, y, share(rows), ROW - 2);
      sheet.write(visibleString(clip(value === '' ? '(empty)' : value, 60)), 14, y + 15, { most: WIDTH - 170 });
      sheet.write(`${formatCount(rows)} · ${percent(rows / profile.present)}`, WIDTH - 14, y + 15, { align: 'right', most: 140 });
    });
    return sheet.finished();
  }
  const { edges, rows } = bars;
  const most = Math.max(1, ...rows);
  const x = linear(0, rows.length, 8, WIDTH - 8);
  const y = linear(0, most, 164, 48);
  sheet.write(`${formatCount(most)} rows`, 8, 38, { fill: palette.muted });
  rows.forEach((count, at) => {
    sheet.rect(palette.series[1] ?? palette.text, x(at) + 0.5, y(count), x(at + 1) - x(at) - 1, y(0) - y(count));
  });
  sheet.rect(palette.line, 8, 164, WIDTH - 16, 1);
  const [first, last] = [edges[0] ?? 0, Math.min(profile.high ?? Infinity, before(column, edges.at(-1) ?? 0))];
  const below = { fill: palette.muted, most: WIDTH / 2 - 12 };
  sheet.write(figure(column, epoch, first), 8, 182, below);
  sheet.write(figure(column, epoch, last), WIDTH - 8, 182, { ...below, align: 'right' });
  return sheet.finished();
}

/** The picture as a table: bars with their range, or values, each with its number of rows. */
export function columnTable({ unit }: ColumnInfo, { bars, top }: Profile): Table {
  const measured = unit === undefined ? {} : { detail: unit };
  if (!bars) return { columns: [{ title: 'Value', ...measured }, { title: 'Rows' }], rows: top.map(({ value, rows }) => [value, rows]) };
  return {
    columns: [{ title: 'From', ...measured }, { title: 'To', ...measured }, { title: 'Rows' }],
    rows: bars.rows.map((count, at) => [bars.edges[at] ?? null, bars.edges[at + 1] ?? null, count]),
  };
}

/** The same table for people: ends of ranges are written as on the axis, and numbers are aligned to the right. */
export function shownTable(column: ColumnInfo, profile: Profile, epoch: boolean): Table {
  const { unit, ...plain } = column;
  const measured = unit !== undefined && !isInstant(column, epoch);
  const { columns, rows } = columnTable(measured ? column : plain, profile);
  const written = (value: unknown): unknown => (typeof value === 'number' ? figure(column, epoch, value) : value);
  return {
    columns: columns.map((each, at) => (profile.bars || at > 0 ? { ...each, align: 'end' } : each)),
    rows: rows.map((row) => (profile.bars ? row.map((value, at) => (at < 2 ? written(value) : value)) : row)),
  };
}
