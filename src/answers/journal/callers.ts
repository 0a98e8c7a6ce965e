import type { AuditEntry } from '../../tools/contract/index.ts';
import { groupBy } from '../../base/group.ts';

/** Names of callers, by the entry point of their calls (R42). */
const ENTRIES = new Map([
  ['page', 'Person on the page'],
  ['plan', 'Person, by a plan'],
  ['share', 'Person, sharing'],
  ['transcript', 'Person, from a transcript'],
  ['planner', 'Person, by a planner without a model'],
  ['console', 'Script in the console'],
  ['embed', 'Embedding page'],
  ['mcp', 'MCP client'],
  ['webmcp', 'Browser agent'],
]);

/** Names of the planners that use a model, by their agent in the policy. */
const MODELS = new Map([
  ['agent:local-model', 'Model on this machine'],
  ['agent:built-in-model', 'Model of the browser'],
]);

/** Names the caller of a line. An unknown entry point or agent is named as it is. */
export function callerOf({ entry, actor }: Pick<AuditEntry, 'entry' | 'actor'>): string {
  const model = MODELS.get(actor);
  if (model !== undefined) return model;
  const agent = actor.startsWith('agent:') && !['webmcp', 'mcp'].includes(entry) ? ` (${actor.slice('agent:'.length)})` : '';
  return `${ENTRIES.get(entry) ?? entry}${agent}`;
}

/** Name of the server to which a tool belongs (R7: `mcp__server__tool`); null for a tool of the workbench. */
export const serverOf = (toolName: string): string | null => /^mcp__([a-z0-9_]+?)__/.exec(toolName)?.[1] ?? null;

/** Summary of the calls of one caller, or of the calls to one server. */
export type Activity = ReturnType<typeof activityOf>;

export const byCaller = (lines: readonly AuditEntry[]): readonly Activity[] => activities(lines, callerOf);
export const byServer = (lines: readonly AuditEntry[]): readonly Activity[] => activities(lines, (line) => serverOf(line.tool_name));

/** Summarises lines by a name that each has; the name with the latest call is first. */
const activities = (lines: readonly AuditEntry[], nameOf: (line: AuditEntry) => string | null): readonly Activity[] =>
  [...groupBy(lines, (line) => nameOf(line) ?? '')]
    .filter(([name]) => name !== '')
    .map(([name, own]) => activityOf(name, own))
    .sort((a, b) => (a.last < b.last ? 1 : a.last > b.last ? -1 : 0));

function activityOf(name: string, lines: readonly AuditEntry[]) {
  const count = (fits: (line: AuditEntry) => boolean): number => lines.filter(fits).length;
  const ends = lines.map(({ timestamp }) => timestamp).sort();
  return {
    name,
    calls: lines.length,
    /** Number of calls by tool, the most called tool first. */
    tools: tally(lines.map(({ tool_name }) => tool_name)),
    /** When the first and the last call ended, in ISO 8601 and UTC. */
    first: ends[0] ?? '',
    last: ends.at(-1) ?? '',
    ok: count(({ status }) => status === 'ok'),
    partial: count(({ status }) => status === 'partial'),
    failed: count(({ status }) => status === 'error'),
    /** Number of calls that the policy denied. */
    denied: count(({ decision }) => decision === 'deny'),
    approved: count(({ approval }) => approval === 'approved'),
    modified: count(({ approval }) => approval === 'modified'),
    rejected: count(({ approval }) => approval === 'rejected'),
    /** Number of calls that needed approval when no person was present to give it. */
    unattended: count(({ approval }) => approval === 'unattended'),
    /** Number of errors by code, the most frequent code first. */
    codes: tally(lines.flatMap(({ error_codes }) => error_codes)),
  };
}

const tally = (values: readonly string[]): readonly (readonly [string, number])[] =>
  [...groupBy(values, (value) => value)]
    .map(([value, found]) => [value, found.length] as const)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
