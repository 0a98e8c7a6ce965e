import { classifyAddress } from '../../../ble/address.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import { addressColumns } from '../../../tables/column-roles.ts';
import type { ToolResult } from '../../../tools/contract/index.ts';
import type { Finding, ReportCapture, Secrets } from '../../report/finding.ts';
import type { AppState } from '../../state/app.svelte.ts';
import type { WorkbenchPort } from '../../workbench.ts';

/** Addresses, and names, that are looked up in one capture. */
const MOST = 50_000;

/** Everything of a result that its report says. */
export function gatherFinding(
  app: AppState,
  result: ToolResult,
  words: { readonly title: string; readonly note: string; readonly made_ms: number },
): Finding {
  const name = result.metadata.toolName;
  // Many megabytes: only where there is a verdict to look for.
  const judged = name === 'bluetooth_address_analyzer' ? app.verdicts.list : [];
  const told = judged.length === 0 ? '' : JSON.stringify(result.structured_output ?? {});
  return {
    ...words,
    tool_title: toolTitle(app, result),
    result,
    invocation: app.results.callOf(result),
    captures: (result.metadata.captures ?? []).map((each) => captureOf(each, app.workbench.captures)),
    // Only the analyzer links; its pairs are those that a person judges.
    verdicts: judged.filter(({ from_address, to_address }) => told.includes(from_address) && told.includes(to_address)),
    packet_notes: (result.metadata.captures ?? []).flatMap(({ capture_id, sha256 }) =>
      app.notes.packetsOf(sha256).map((note) => ({ capture_id, ...note })),
    ),
    audit_head: app.port.journal.head(),
    workbench: { version: app.port.version, commit: app.port.build.commit },
  };
}

export const toolTitle = (app: AppState, { metadata: { toolName } }: ToolResult): string =>
  app.port.tools().find(({ name }) => name === toolName)?.title ?? toolName;

function captureOf(
  { capture_id, sha256 }: { readonly capture_id: string; readonly sha256: string },
  open: readonly CaptureInfo[],
): ReportCapture {
  const found = open.find((each) => each.sha256 === sha256);
  return {
    capture_id,
    sha256,
    file_name: found?.file_name ?? null,
    format: found?.format ?? null,
    bytes: found?.bytes ?? null,
    row_count: found?.row_count ?? null,
    problem_count: found?.problem_count ?? null,
    time_base: found?.time_base ?? null,
    time_range: found?.time_range ?? null,
  };
}

/** Names and addresses of every open capture, and names of keys: a note may tell of any of them. Rejects where a capture cannot be asked. */
export async function gatherSecrets(
  port: Pick<WorkbenchPort, 'query' | 'keyring'>,
  captures: readonly CaptureInfo[],
  signal?: AbortSignal,
): Promise<Secrets> {
  const options = { limit: MOST, ...(signal && { signal }) };
  const addresses = new Map<string, boolean | null>();
  const names = new Set(port.keyring.list().map(({ name }) => name));
  for (const capture of captures) {
    for (const statement of addressQueries(capture)) {
      const { rows } = await port.query(statement, options);
      for (const [address, random] of rows) addresses.set(String(address).toUpperCase(), typeof random === 'boolean' ? random : null);
    }
    for (const column of nameColumns(capture)) {
      const { rows } = await port.query(
        `SELECT DISTINCT ${quoted(column)} FROM ${quoted(capture.capture_id)} WHERE ${quoted(column)} IS NOT NULL`,
        options,
      );
      for (const [name] of rows) if (typeof name === 'string') names.add(name);
    }
  }
  return {
    addresses: [...addresses].map(([address, random]) => ({ address, type: classifyAddress(address, random) })),
    names: [...names],
    words: captures.flatMap(({ columns }) => columns.map(({ name }) => name)),
  };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const PAIRS = [
  ['advertiser_addr', 'advertiser_random'],
  ['scanner_addr', 'peer_random'],
  ['initiator_addr', 'peer_random'],
  ['target_addr', 'peer_random'],
] as const;

/** Each address once, with its type bit where the capture has one. */
function addressQueries({ capture_id, kind, columns }: CaptureInfo): string[] {
  const has = new Set(columns.map(({ name }) => name));
  const pairs: readonly (readonly [string, string])[] =
    kind === 'ble' ? PAIRS.filter(([address]) => has.has(address)) : addressColumns(columns).map((address) => [address, ''] as const);
  return pairs.map(([address, random]) => {
    const bit = has.has(random) ? `bool_or(${quoted(random)})` : 'NULL';
    return `SELECT ${quoted(address)}, ${bit} FROM ${quoted(capture_id)} WHERE ${quoted(address)} IS NOT NULL GROUP BY 1`;
  });
}

/** What devices call themselves; in a table of somebody else, every text that is called a name. */
const nameColumns = ({ kind, columns }: CaptureInfo): string[] =>
  columns
    .filter(({ name, type }) => (kind === 'ble' ? name === 'local_name' : type === 'VARCHAR' && /name|owner|person|user/i.test(name)))
    .map(({ name }) => name);
