import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import { catalog } from '../../../src/tools/catalog/index.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../support/node-workbench.ts';

let started: Promise<NodeWorkbench> | undefined;
const opened = new Map<string, Promise<CaptureInfo>>();
let next = 0;

/** The product in Node with engine and kernels, started when the first row wants it and shared by all. */
export const workbench = (): Promise<NodeWorkbench> => (started ??= nodeWorkbench());

/** Ends what was started; afterwards nothing of it may be used. */
export async function closeWorkbench(): Promise<void> {
  await (await started)?.close();
  started = undefined;
  opened.clear();
}

/** A capture of the clone, opened once. */
export const openFile = (path: string): Promise<CaptureInfo> => openBytes(basename(path), () => new Uint8Array(readFileSync(path)));

/** A table in CSV, opened once under its file name. */
export const openTable = (name: string, lines: () => readonly string[]): Promise<CaptureInfo> =>
  openBytes(name, () => new TextEncoder().encode(`${lines().join('\n')}\n`));

function openBytes(name: string, bytes: () => Uint8Array<ArrayBuffer>): Promise<CaptureInfo> {
  const open = opened.get(name) ?? workbench().then((bench) => bench.open(bytes(), name));
  opened.set(name, open);
  return open;
}

/** A valid call of a tool of the catalog, newest version; `more` replaces keys of the invocation. */
export function callOf(tool: string, args: object, capture_selection: object, more: object = {}): Record<string, unknown> {
  const version = catalog.filter(({ manifest }) => manifest.name === tool).at(-1)?.manifest.version;
  return {
    tool_name: tool,
    tool_version: version,
    capture_selection,
    arguments: args,
    request_id: `row-wb-${String(next++)}`,
    timeout_ms: 60_000,
    ...more,
  };
}

/** Runs it in the shared product. */
export const runTool = async (...call: Parameters<typeof callOf>): Promise<ToolResult> => (await workbench()).runner.run(callOf(...call));

/** Errors as `CODE path`, as rows compare them. */
export const errorsOf = (result: Pick<ToolResult, 'errors'>): string[] =>
  result.errors.map(({ code, field }) => [code, field ?? []].flat().join(' '));

export const warningsOf = (result: Pick<ToolResult, 'warnings'>): string[] => result.warnings.map(({ code }) => code);
