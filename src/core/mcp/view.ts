import { jsonDiff, type JsonChange } from '../../base/json-diff.ts';
import type { KeptTool } from '../../session/mcp-servers.ts';
import type { ToolPolicy } from '../../tools/contract/index.ts';
import { dotted, shorten } from '../../tools/contract/errors.ts';
import type { ServerTool, ServerView } from '../../workbench/servers.ts';
import type { ListedTool, ServerLink } from './link.ts';

/** Maximum number of listed changes between two definitions of a tool. */
const MOST_CHANGES = 20;
const MOST_WORDS = 400;

export function viewOf(link: ServerLink, kept: readonly KeptTool[], policy: ToolPolicy, models: readonly string[]): ServerView {
  const { name, url, state, revision, says, failure, refused, left_out } = link;
  return {
    name,
    url,
    state,
    revision,
    says,
    failure,
    refused,
    left_out,
    tools: link.tools.map((tool) =>
      toolView(
        tool,
        kept.find((each) => each.tool === tool.offered.name),
        policy,
        models,
      ),
    ),
  };
}

function toolView(
  { id, offered, fingerprint }: ListedTool,
  kept: KeptTool | undefined,
  policy: ToolPolicy,
  models: readonly string[],
): ServerTool {
  const same = kept?.fingerprint === fingerprint;
  const state = kept === undefined ? 'off' : same ? 'allowed' : 'changed';
  const { name, title, description, inputSchema, outputSchema, claims, left } = offered;
  return {
    id,
    name,
    title,
    description,
    input_schema: inputSchema,
    output_schema: outputSchema,
    fingerprint,
    state: state === 'allowed' && !policy.allowedTools.includes(id) ? 'off' : state,
    models: state === 'allowed' && models.some((agent) => policy.agents[agent]?.allowedTools.includes(id) === true),
    claims,
    left,
    changes: kept === undefined || same ? [] : changesOf(kept.definition, offered.definition),
  };
}

const changesOf = (before: unknown, after: unknown): ServerTool['changes'] =>
  jsonDiff(before, after, { most: MOST_CHANGES }).changes.map((change) => ({
    place: dotted(change.path),
    before: 'before' in change ? words(change.before) : '(nothing)',
    after: afterOf(change),
  }));

const afterOf = (change: JsonChange): string => (change.op === 'remove' ? '(nothing)' : words(change.value));
const words = (value: unknown): string => shorten(typeof value === 'string' ? value : JSON.stringify(value), MOST_WORDS);
