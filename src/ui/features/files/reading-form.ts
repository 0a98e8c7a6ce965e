import type { TableReading, TimeForm } from '../../../tables/reading.ts';

export type ReadingForm = { -readonly [Key in keyof TableReading]: TableReading[Key] };

/** Times in text need a zone unless they state one. */
export const isTextForm = (form: TimeForm | undefined): boolean => form === 'iso' || form === 'dmy' || form === 'mdy';

const LAYOUT = ['encoding', 'delimiter', 'quote', 'skip_lines', 'header'] as const satisfies readonly (keyof TableReading)[];

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The settings for reading the table again: those that the person changed in the form, and earlier choices. A changed layout may change the
 * columns, so earlier choices about columns are dropped then, unless they were changed too.
 */
export function saidReading(form: TableReading, used: TableReading, before: TableReading = {}): TableReading {
  const keys = Object.keys(form) as (keyof TableReading)[];
  const changed = keys.filter((key) => !same(form[key], used[key]));
  const relaid = changed.some((key) => (LAYOUT as readonly string[]).includes(key));
  const kept = keys.filter(
    (key) => before[key] !== undefined && (!relaid || (LAYOUT as readonly string[]).includes(key) || key === 'decimal'),
  );
  return Object.fromEntries([...kept, ...changed].map((key) => [key, form[key]]));
}

/** As `saidReading`, for a form that names a zone even if none was used. */
export function saidForm(form: TableReading, used: TableReading, before?: TableReading): TableReading {
  const zone = isTextForm(form.time_form) && (used.zone !== undefined || form.zone !== 'UTC') ? form.zone : undefined;
  return saidReading({ ...form, zone }, used, before);
}
