import type { AuditEntry } from '../../../tools/contract/index.ts';

/** Who stood behind a call, in the words of the page, by the door that it came in by (R42). */
const DOORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    page: 'Person on the page',
    plan: 'Person, by a plan',
    share: 'Person, sharing',
    transcript: 'Person, from a transcript',
    planner: 'Person, by a planner without a model',
    console: 'Script in the console',
    embed: 'Embedding page',
    mcp: 'MCP client',
    webmcp: 'Browser agent',
  }),
);

/** Planners that decide by themselves and are held to a policy of their own. */
const MODELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'agent:local-model': 'Model on this machine',
    'agent:built-in-model': 'Model of the browser',
  }),
);

/** The caller of a line; a door or an agent that is not known stands with its own name. */
export function callerOf({ entry, actor }: Pick<AuditEntry, 'entry' | 'actor'>): string {
  const model = MODELS.get(actor);
  if (model !== undefined) return model;
  const agent = actor.startsWith('agent:') && !['webmcp', 'mcp'].includes(entry) ? ` (${actor.slice('agent:'.length)})` : '';
  return `${DOORS.get(entry) ?? entry}${agent}`;
}

/** The server that a tool belongs to (R7: `mcp__server__tool`), null for a tool of ours. */
export const serverOf = (toolName: string): string | null => /^mcp__([a-z0-9_]+?)__/.exec(toolName)?.[1] ?? null;

/** What one caller did, or what was asked of one server. */
export interface Activity {
  readonly name: string;
  readonly calls: number;
  /** Calls by tool, most called first. */
  readonly tools: readonly (readonly [name: string, calls: number])[];
  /** Ends of the first and the last call, ISO 8601 in UTC. */
  readonly first: string;
  readonly last: string;
  readonly ok: number;
  readonly partial: number;
  readonly failed: number;
  /** Of the failed ones: what the policy refused, by decision. */
  readonly denied: number;
  /** What a person was asked and said; `unattended` where nobody could be asked. */
  readonly approved: number;
  readonly modified: number;
  readonly rejected: number;
  readonly unattended: number;
  /** Codes of errors, most frequent first. */
  readonly codes: readonly (readonly [code: string, calls: number])[];
}

export const byCaller = (lines: readonly AuditEntry[]): readonly Activity[] => activities(lines, callerOf);
export const byServer = (lines: readonly AuditEntry[]): readonly Activity[] => activities(lines, (line) => serverOf(line.tool_name));

/** One entry for each name that lines have, whoever called last first. */
function activities(lines: readonly AuditEntry[], nameOf: (line: AuditEntry) => string | null): readonly Activity[] {
  const groups = new Map<string, AuditEntry[]>();
  for (const line of lines) {
    const name = nameOf(line);
    if (name === null) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [line]);
    else group.push(line);
  }
  return [...groups].map(([name, own]) => activityOf(name, own)).sort((a, b) => (a.last < b.last ? 1 : a.last > b.last ? -1 : 0));
}

function activityOf(name: string, lines: readonly AuditEntry[]): Activity {
  const count = (fits: (line: AuditEntry) => boolean): number => lines.filter(fits).length;
  const ends = lines.map(({ timestamp }) => timestamp).sort();
  return {
    name,
    calls: lines.length,
    tools: tally(lines.map(({ tool_name }) => tool_name)),
    first: ends[0] ?? '',
    last: ends.at(-1) ?? '',
    ok: count(({ status }) => status === 'ok'),
    partial: count(({ status }) => status === 'partial'),
    failed: count(({ status }) => status === 'error'),
    denied: count(({ decision }) => decision === 'deny'),
    approved: count(({ approval }) => approval === 'approved'),
    modified: count(({ approval }) => approval === 'modified'),
    rejected: count(({ approval }) => approval === 'rejected'),
    unattended: count(({ approval }) => approval === 'unattended'),
    codes: tally(lines.flatMap(({ error_codes }) => error_codes)),
  };
}

function tally(values: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
