import type { CaptureInfo } from '../../tables/captures.ts';
import { addressColumns } from '../../tables/column-roles.ts';
import { knownTools } from '../../tools/catalog-view.ts';
import type { ToolExample, ToolInvocation, ToolManifest } from '../../tools/contract/index.ts';
import { ownNames } from '../../tools/own-names.ts';
import type { CatalogPort } from '../../workbench/tools.ts';
import { startOverTables } from './draft-columns.ts';
import type { ToolFacts } from './tool-rules.ts';

/** Times below this in a window are read as relative to the capture's start, unless `time_base` says otherwise. */
const LEAST_EPOCH_MS = 1e11;

export interface Drafts extends Pick<CatalogPort, 'example'> {
  /** Drafts a complete invocation of a tool over the given captures. */
  readonly draft: (tool_name: string, capture_ids: readonly string[]) => unknown;
}

export function createDrafts(facts: ToolFacts): Drafts {
  const { captures, ids } = facts;
  const chosen = (names: readonly string[]): CaptureInfo[] => names.flatMap((id) => captures.get(id) ?? []);
  return {
    example(manifest, index, names) {
      const example = manifest.examples[index];
      return example && exampleInvocation(manifest, example, { open: captures.list(), chosen: chosen(names) }, `req-${ids.uuid()}`);
    },
    draft(name, names) {
      const manifest = knownTools(facts.catalog()).get(name)?.manifest;
      return manifest && draftInvocation(manifest, chosen(names), `req-${ids.uuid()}`);
    },
  };
}

/**
 * Drafts an invocation of a tool over captures, as a starting point for the editor. It has the arguments of the manifest's first example
 * (or suitable columns if the tables have others), a time window over the captures' whole time span, and a new request id.
 */
export function draftInvocation(
  manifest: ToolManifest,
  captures: readonly CaptureInfo[],
  requestId: string,
  example: ToolExample | undefined = manifest.examples[0],
): ToolInvocation {
  // One window cannot cover captures with times since 1970 and captures with times since their start.
  const mixed = new Set(captures.flatMap(({ time_range, time_base }) => (time_range ? [time_base] : []))).size > 1;
  const spans = mixed ? [] : captures.flatMap((capture) => (capture.time_range ? [capture.time_range] : []));
  const start_ms = Math.min(...spans.map((span) => span.start_ms));
  const end_ms = Math.max(...spans.map((span) => span.end_ms));
  // Times since 1970 that are this small would be read as offsets from the capture's start (R5).
  const early = start_ms < LEAST_EPOCH_MS && captures.every((capture) => capture.time_base === 'epoch');
  const window = spans.length === 0 ? {} : { time_window: { start_ms, end_ms }, ...(early && { time_base: 'epoch' }) };
  return {
    ...named(manifest),
    capture_selection: manifest.scope === 'none' ? {} : { capture_ids: captures.map((capture) => capture.capture_id), ...window },
    arguments: startOverTables(manifest, example, captures) ?? {
      ...ownNames(withoutEmpty(example?.params ?? {}, captures), renamed(example, captures[0])),
      ...ownAddressColumns(manifest, captures),
    },
    ...attempt(manifest, requestId),
  };
}

/**
 * Converts an example of a tool to an invocation: over the example's own captures if they are open (under any id), otherwise over the
 * chosen ones.
 */
export function exampleInvocation(
  manifest: ToolManifest,
  example: ToolExample,
  captures: { readonly open: readonly CaptureInfo[]; readonly chosen: readonly CaptureInfo[] },
  requestId: string,
): ToolInvocation {
  const names = new Map(
    (example.captures ?? []).map(({ capture_id, sha256 }) => [
      capture_id,
      captures.open.find((each) => each.sha256 === sha256)?.capture_id,
    ]),
  );
  if ([...names.values()].includes(undefined)) return draftInvocation(manifest, captures.chosen, requestId, example);
  return {
    ...named(manifest),
    capture_selection: ownNames(example.capture_selection ?? {}, names),
    arguments: ownNames(example.params, names),
    ...attempt(manifest, requestId),
  };
}

const named = ({ name, version }: ToolManifest) => ({ tool_name: name, tool_version: version });

const attempt = ({ execution_constraints: { max_timeout_ms } }: ToolManifest, request_id: string) => ({
  request_id,
  timeout_ms: Math.min(120_000, max_timeout_ms),
});

/** Removes columns that are empty in every capture from arguments that list columns; a list keeps all if none would remain. */
function withoutEmpty(params: ToolExample['params'], captures: readonly CaptureInfo[]): ToolExample['params'] {
  const isEmpty = (name: unknown): boolean =>
    captures.length > 0 && captures.every(({ columns }) => columns.some((column) => column.name === name && column.empty === true));
  const kept = (value: unknown): unknown => {
    const rest: unknown = Array.isArray(value) ? value.filter((item) => !isEmpty(item)) : value;
    return Array.isArray(rest) && rest.length === 0 ? value : rest;
  };
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, kept(value)]));
}

/** Maps each capture name of the example to the id of the first chosen capture. */
const renamed = (example: ToolExample | undefined, first: CaptureInfo | undefined): ReadonlyMap<string, string | undefined> =>
  new Map((example?.captures ?? []).map(({ capture_id }) => [capture_id, first?.capture_id]));

/** Fills the argument `address_columns` with the tables' own address columns; one column may serve several roles. */
function ownAddressColumns(manifest: ToolManifest, captures: readonly CaptureInfo[]): Record<string, unknown> {
  const [first, second = first] = captures.flatMap((capture) => (capture.kind === 'table' ? addressColumns(capture.columns) : []));
  const takesColumns = Object.hasOwn(manifest.examples[0]?.params ?? {}, 'address_columns');
  if (!takesColumns || first === undefined || captures.some((capture) => capture.kind === 'ble')) return {};
  return { address_columns: { advertiser_addr: first, initiator_addr: second } };
}
