import type { CaptureInfo } from '../../tables/captures.ts';
import { byLikeness } from '../../selection/nearest.ts';
import { pathOf, pointerOf } from '../contract/errors.ts';
import type { ToolError } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import type { KnownTool } from '../catalog-view.ts';
import { Draft, type Path, type RepairClass } from './draft.ts';
import type { RepairFacts } from './facts.ts';

/** A repair that the user must choose: `choice` or `loss`. */
export interface Option {
  readonly class: Exclude<RepairClass, 'lossless'>;
  readonly why: string;
  /** The new values by location; undefined removes the value. */
  readonly edits: readonly (readonly [path: Path, value: unknown])[];
}

/** A repair in progress: the draft with its lossless changes, the options for the user, and the remaining faults. */
export class Mending {
  readonly draft: Draft;
  readonly options: Option[] = [];
  /** Locations, as JSON Pointers, of faults that no lossless change removes. */
  readonly open = new Set<string>();
  /** Whether sending the same call again may succeed. */
  again = false;

  constructor(
    value: unknown,
    readonly errors: readonly ToolError[],
    readonly facts: RepairFacts,
  ) {
    this.draft = new Draft(value);
  }

  get(path: Path): unknown {
    return this.draft.get(path);
  }

  set(path: Path, value: unknown, why: string): boolean {
    return this.draft.set(path, value, why);
  }

  drop(path: Path, why: string): void {
    if (this.get(path) !== undefined) this.draft.set(path, undefined, why);
  }

  move(from: Path, to: Path, why: string): void {
    const value = this.get(from);
    this.draft.set(from, undefined, why);
    this.draft.set(to, value, why);
  }

  /** Records a fault that is not repaired losslessly, with the options for the user, best first. */
  leave(path: Path, ...options: readonly Option[]): void {
    this.open.add(pointerOf(path));
    this.options.push(...options);
  }

  text(path: Path): string {
    const value = this.get(path);
    return typeof value === 'string' ? value : '';
  }

  /** The draft's tool, in the version that it names if that is installed. */
  get tool(): KnownTool | undefined {
    const name = this.text(['tool_name']);
    return this.facts.registry.get(name, this.text(['tool_version'])) ?? this.facts.registry.get(name);
  }

  /** The open captures that the draft selects. */
  get captures(): CaptureInfo[] {
    const selection = this.get(['capture_selection']);
    if (!isRecord(selection)) return [];
    const { capture_id: one, capture_ids: several } = selection;
    const ids = [one, ...(Array.isArray(several) ? (several as unknown[]) : [])];
    return ids.flatMap((id) => (typeof id === 'string' ? (this.facts.captures.get(id) ?? []) : []));
  }

  /** Converts the location of an error to a path, with list indices as numbers. */
  pathOf(error: ToolError): (string | number)[] {
    const steps: (string | number)[] = [];
    for (const step of pathOf(error.pointer ?? '')) steps.push(Array.isArray(this.get(steps)) ? Number(step) : step);
    return steps;
  }
}

export const choice = (path: Path, value: unknown, why: string): Option => ({ class: 'choice', why, edits: [[path, value]] });
/** Options with the texts most similar to `wanted`; `valueOf` gives the new value of each. */
export const nearest = (
  path: Path,
  wanted: string,
  texts: readonly string[],
  why: string,
  valueOf: (text: string) => unknown = String,
): Option[] =>
  byLikeness(wanted, texts)
    .slice(0, 3)
    .map((text) => choice(path, valueOf(text), `${text} ${why}`));
export const loss = (path: Path, value: unknown, why: string): Option => ({ class: 'loss', why, edits: [[path, value]] });
