import { clip } from './lexer.ts';
import type { Path, SelectionFault, TimeRange } from './types.ts';

/** A part of a selection, and the path at which the call has it. */
export interface Placed<T> {
  readonly value: T;
  readonly path: Path;
}

/** A selection whose shape is valid, from either spelling. Its captures, channels and columns may still not exist. */
export interface RawSelection {
  readonly ids: readonly Placed<string>[];
  readonly window: Placed<TimeRange> | null;
  readonly base: 'epoch' | 'relative' | undefined;
  readonly channels: readonly Placed<string>[];
  readonly filters: readonly Placed<string>[];
}

type Json = Readonly<Record<string, unknown>>;

const ROOT = 'capture_selection';
const KEYS = ['capture_id', 'capture_ids', 'selectors', 'time_window', 'filter_expression', 'time_base'];
const SELECTORS = ['time_range', 'channels', 'filters'];
const MOST = { capture_ids: 4096, channels: 256, filters: 64 } as const;

/** Reads a selection in either spelling (R3, R4). Faults of its shape have the wording of the contract. Never throws. */
export function readSelection(raw: unknown): { readonly selection: RawSelection; readonly faults: readonly SelectionFault[] } {
  const reader = new Reader();
  return { selection: reader.read(raw), faults: reader.faults };
}

class Reader {
  readonly faults: SelectionFault[] = [];

  read(raw: unknown): RawSelection {
    const root = this.object(raw, [ROOT], KEYS);
    const selectors = own(root, 'selectors') === undefined ? {} : this.object(own(root, 'selectors'), [ROOT, 'selectors'], SELECTORS);
    const oldTime = own(selectors, 'time_range');
    const newTime = own(root, 'time_window');
    const oldFilters = own(selectors, 'filters');
    const newFilter = own(root, 'filter_expression');
    this.once(own(root, 'capture_id'), own(root, 'capture_ids'), 'capture_id', 'capture_ids');
    this.once(oldTime, newTime, 'selectors.time_range', 'time_window');
    this.once(oldFilters, newFilter, 'selectors.filters', 'filter_expression');
    const filters =
      newFilter === undefined
        ? this.texts(oldFilters, [ROOT, 'selectors', 'filters'], MOST.filters)
        : this.text(newFilter, [ROOT, 'filter_expression']);
    return {
      ids: this.ids(root),
      window: newTime === undefined ? this.range(oldTime, [ROOT, 'selectors', 'time_range']) : this.range(newTime, [ROOT, 'time_window']),
      base: this.base(own(root, 'time_base')),
      channels: this.texts(own(selectors, 'channels'), [ROOT, 'selectors', 'channels'], MOST.channels),
      filters,
    };
  }

  private ids(root: Json): Placed<string>[] {
    const one = own(root, 'capture_id');
    if (one !== undefined) return this.text(one, [ROOT, 'capture_id']);
    const path = [ROOT, 'capture_ids'];
    const many = own(root, 'capture_ids');
    if (many === undefined) {
      if (this.faults.length === 0)
        this.fault('MISSING_REQUIRED_ARGUMENT', `${ROOT}.capture_id or ${ROOT}.capture_ids is required`, [ROOT, 'capture_id']);
      return [];
    }
    if (Array.isArray(many) && many.length === 0) this.fault('INVALID_VALUE', 'expected at least one capture id, found none', path);
    return this.texts(many, path, MOST.capture_ids);
  }

  private base(value: unknown): 'epoch' | 'relative' | undefined {
    if (value === undefined || value === 'epoch' || value === 'relative') return value;
    this.fault('INVALID_VALUE', `expected epoch or relative, found ${shown(value)}`, [ROOT, 'time_base']);
    return undefined;
  }

  private range(value: unknown, path: Path): Placed<TimeRange> | null {
    if (value === undefined) return null;
    const before = this.faults.length;
    const range = this.object(value, path, ['start_ms', 'end_ms']);
    if (this.faults.length > before) return null;
    const start_ms = this.whole(own(range, 'start_ms'), [...path, 'start_ms']);
    const end_ms = this.whole(own(range, 'end_ms'), [...path, 'end_ms']);
    return start_ms === null || end_ms === null ? null : { value: { start_ms, end_ms }, path };
  }

  private whole(value: unknown, path: Path): number | null {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    const expected = 'a whole number of milliseconds from 0';
    if (value === undefined) this.fault('MISSING_REQUIRED_ARGUMENT', `expected ${expected}, found nothing`, path);
    else this.fault(typeof value === 'number' ? 'INVALID_VALUE' : 'INVALID_TYPE', `expected ${expected}, found ${shown(value)}`, path);
    return null;
  }

  private texts(value: unknown, path: Path, most: number): Placed<string>[] {
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.fault('INVALID_TYPE', `expected a list of texts, found ${shown(value)}`, path);
      return [];
    }
    if (value.length > most) this.fault('INVALID_VALUE', `expected at most ${most} items, found ${value.length}`, path);
    return (value as unknown[]).slice(0, most).flatMap((item, index) => this.text(item, [...path, index]));
  }

  private text(value: unknown, path: Path): Placed<string>[] {
    if (typeof value === 'string' && value !== '') return [{ value, path }];
    const found = value === '' ? 'an empty one' : shown(value);
    this.fault(value === '' ? 'INVALID_VALUE' : 'INVALID_TYPE', `expected a text, found ${found}`, path);
    return [];
  }

  private object(value: unknown, path: Path, keys: readonly string[]): Json {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.fault('INVALID_TYPE', `expected an object, found ${shown(value)}`, path);
      return {};
    }
    for (const key of Object.keys(value)) {
      if (!keys.includes(key))
        this.fault('UNKNOWN_ARGUMENT', `expected one of the keys ${keys.join(', ')}, found ${clip(key)}`, [...path, key], keys);
    }
    return value as Json;
  }

  /** Reports a fault if a call gives the same part of its selection in both spellings. */
  private once(one: unknown, other: unknown, first: string, second: string): void {
    if (one === undefined || other === undefined) return;
    const path = [ROOT, second];
    this.fault('INVALID_CAPTURE_SELECTION', `${ROOT}.${first} and ${ROOT}.${second} say the same thing: give one of them`, path);
  }

  private fault(code: string, message: string, path: Path, allowed?: readonly string[]): void {
    this.faults.push({ code, message, path, ...(allowed !== undefined && { allowed }) });
  }
}

const own = (record: Json, key: string): unknown => (Object.hasOwn(record, key) ? record[key] : undefined);

function shown(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return clip(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `a ${typeof value}`;
}
