/** Which columns a set of records has, and of what type: the union of their members, in order of first sight. */
import { isRecord } from '../../../base/record.ts';
import type { SampledColumn } from '../table-reading.ts';
import { ValueSample } from '../value-columns.ts';

/** Objects deeper than this stay JSON text. */
const DEEPEST = 4;

/**
 * Members of a record as paths and values: nested objects give dotted paths, lists their elements only where
 * the record itself is a list (`column_1`, …); a bare value is called `value`.
 */
export function flatten(record: unknown, visit: (path: string, value: unknown) => void): void {
  if (Array.isArray(record)) record.forEach((item, i) => visit(`column_${i + 1}`, item));
  else if (isRecord(record)) flattenInto(record, '', 1, visit);
  else visit('value', record);
}

function flattenInto(
  record: Readonly<Record<string, unknown>>,
  prefix: string,
  depth: number,
  visit: (path: string, value: unknown) => void,
): void {
  for (const key of Object.keys(record)) {
    const value = record[key];
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (depth < DEEPEST && isRecord(value)) flattenInto(value, path, depth + 1, visit);
    else visit(path, value);
  }
}

export class RecordShape {
  private readonly samples = new Map<string, ValueSample>();

  get size(): number {
    return this.samples.size;
  }

  add(record: unknown): void {
    flatten(record, (path, value) => {
      let sample = this.samples.get(path);
      if (sample === undefined) {
        sample = new ValueSample();
        this.samples.set(path, sample);
      }
      sample.add(value);
    });
  }

  paths(): string[] {
    return [...this.samples.keys()];
  }

  columns(names: readonly string[]): SampledColumn[] {
    return [...this.samples.values()].map((sample, i) => ({
      name: names[i]!,
      type: sample.type(),
      storage: sample.storage(),
      local: sample.local,
      civil: sample.civil,
      free: true,
      evidence: (type) => sample.evidence(names[i]!, type),
    }));
  }
}
