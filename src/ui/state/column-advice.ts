import { byLikeness, suggestion } from '../../selection/nearest.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { type JsonSchema, pointerOf, type ToolManifest } from '../../tools/contract/index.ts';
import { fieldOf } from './call-fields.ts';
import { captureIds, member } from './pickers.ts';

/** A warning about a value before the call runs. */
export interface Advice {
  readonly code: 'NO_SUCH_COLUMN';
  readonly message: string;
  /** JSON Pointer from the invocation's root. */
  readonly pointer: string;
}

type Path = readonly (string | number)[];

/** Most values checked; the tool checks the rest. */
const LOOKED_AT = 500;
/** Maximum number of names reported and of columns compared for a suggestion, because this runs at every key press. */
const TOLD = 20;
const COMPARED = 400;

/**
 * Warns of arguments that name a column which none of the call's captures has. The schema only says in words which fields name columns, so
 * these are warnings; the tool decides when it runs. Empty while a capture of the call is not open.
 */
export function columnAdvice(call: unknown, manifest: ToolManifest | undefined, open: readonly CaptureInfo[]): readonly Advice[] {
  const ids = captureIds(call);
  const captures = open.filter(({ capture_id }) => ids.includes(capture_id));
  if (manifest === undefined || captures.length === 0 || captures.length < new Set(ids).size) return [];
  const names = [...new Set(captures.flatMap(({ columns }) => columns.map(({ name }) => name)))];
  const known = new Set(names);
  const whose = captures.length === 1 ? `${captures[0]?.capture_id ?? ''} has` : 'the captures of the call have';
  const unknown = namedColumns(member(call, 'arguments'), manifest.input_schema).filter(({ name }) => !known.has(name));
  return unknown.slice(0, TOLD).map(({ path, name }) => ({
    code: 'NO_SUCH_COLUMN',
    message: `${whose} no column "${name.slice(0, 80)}"${names.length > COMPARED ? '' : suggestion(name, byLikeness(name, names), 'column')}`,
    pointer: pointerOf(['arguments', ...path]),
  }));
}

/** Arguments that are column names, with their locations. */
function namedColumns(given: unknown, schema: JsonSchema): readonly { readonly path: Path; readonly name: string }[] {
  const found: { path: Path; name: string }[] = [];
  let left = LOOKED_AT;
  const visit = (value: unknown, name: string, node: JsonSchema, path: Path): void => {
    if (left-- <= 0) return;
    const field = fieldOf(name, node, path.length);
    if (field.kind === 'column' && typeof value === 'string') found.push({ path, name: value });
    else if (field.kind === 'list' && Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, name, field.item, [...path, index]);
    } else if (field.kind === 'group') {
      for (const { name: key, node: child } of field.members) {
        const inner = member(value, key);
        if (inner !== undefined) visit(inner, key, child, [...path, key]);
      }
    }
  };
  visit(given, '', schema, []);
  return found;
}
