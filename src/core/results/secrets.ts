import { classifyAddress } from '../../ble/address.ts';
import type { Secrets } from '../../answers/report/finding.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { addressColumns } from '../../tables/column-roles.ts';
import type { ToolManifest } from '../../tools/contract/index.ts';
import { contractChecker } from '../../tools/contract/schema.ts';
import { schemaWords } from '../../tools/contract/schema-words.ts';
import type { WorkbenchPort } from '../../workbench/port.ts';

/** Maximum number of addresses, and of names, that are read from one capture. */
const MOST = 50_000;

export interface SecretsDependencies {
  readonly query: WorkbenchPort['query'];
  /** Names that a person gave to cryptographic keys. */
  readonly keyNames: () => readonly string[];
  readonly tools: () => readonly ToolManifest[];
}

/**
 * Collects all names and addresses in the open captures, and the names of keys, because a note in a report may contain any of them. Rejects
 * if a capture cannot be queried.
 */
export async function gatherSecrets(
  { query, keyNames, tools }: SecretsDependencies,
  captures: readonly CaptureInfo[],
  signal?: AbortSignal,
): Promise<Secrets> {
  const options = { limit: MOST, ...(signal && { signal }) };
  const addresses = new Map<string, boolean | null>();
  const names = new Set(keyNames());
  for (const capture of captures) {
    for (const statement of addressQueries(capture)) {
      const { rows } = await query(statement, options);
      for (const [address, random] of rows) addresses.set(String(address).toUpperCase(), typeof random === 'boolean' ? random : null);
    }
    for (const column of nameColumns(capture)) {
      const { rows } = await query(
        `SELECT DISTINCT ${quoted(column)} FROM ${quoted(capture.capture_id)} WHERE ${quoted(column)} IS NOT NULL`,
        options,
      );
      for (const [name] of rows) if (typeof name === 'string') names.add(name);
    }
  }
  return {
    addresses: [...addresses].map(([address, random]) => ({ address, type: classifyAddress(address, random) })),
    names: [...names],
    contract: contractWords(tools()),
    words: captures.flatMap(({ columns }) => columns.map(({ name }) => name)),
  };
}

/** The words in the schemas of the contract and the tools, in lower case. */
function contractWords(tools: readonly ToolManifest[]): ReadonlySet<string> {
  const schemas = [
    contractChecker('tool-result').schema,
    ...tools.flatMap(({ input_schema, output_schema }) => [input_schema, output_schema]),
  ];
  const words = schemas.map(schemaWords).flatMap(({ keys, values }) => [...keys, ...values]);
  return new Set(words.map((word) => word.toLowerCase()));
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const PAIRS = [
  ['advertiser_addr', 'advertiser_random'],
  ['scanner_addr', 'peer_random'],
  ['initiator_addr', 'peer_random'],
  ['target_addr', 'peer_random'],
] as const;

/** Statements that read each distinct address, with its type bit (public or random) if the capture has it. */
function addressQueries({ capture_id, kind, columns }: CaptureInfo): string[] {
  const has = new Set(columns.map(({ name }) => name));
  const pairs: readonly (readonly [string, string])[] =
    kind === 'ble' ? PAIRS.filter(([address]) => has.has(address)) : addressColumns(columns).map((address) => [address, ''] as const);
  return pairs.map(([address, random]) => {
    const bit = has.has(random) ? `bool_or(${quoted(random)})` : 'NULL';
    return `SELECT ${quoted(address)}, ${bit} FROM ${quoted(capture_id)} WHERE ${quoted(address)} IS NOT NULL GROUP BY 1`;
  });
}

/** Columns with names that devices report. In a plain table: text columns whose own name suggests that they contain names. */
const nameColumns = ({ kind, columns }: CaptureInfo): string[] =>
  columns
    .filter(({ name, type }) => (kind === 'ble' ? name === 'local_name' : type === 'VARCHAR' && /name|owner|person|user/i.test(name)))
    .map(({ name }) => name);
