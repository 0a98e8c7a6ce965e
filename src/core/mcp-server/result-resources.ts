import type { ToolResult } from '../../tools/contract/index.ts';
import type { Listed } from '../../wire/mcp/server/ports.ts';
import { jsonPage, valueAt } from './json-page.ts';
import type { PlotResources } from './plot-resources.ts';
import { templateOf, uriOf, type Place } from './uris.ts';

/** Maximum number of results of MCP calls that clients can list and read. */
const MOST_KEPT = 64;
const JSON_TYPE = 'application/json';

/** Offers the complete results of calls over MCP as resources, in pages. Clients cannot read results of the person's own calls. */
export interface ResultResources {
  add(result: ToolResult): void;
  list(): readonly Listed[];
  /** Creates a link to the complete result of a call, to be included in the answer to the call. */
  link(result: ToolResult): Listed;
  links(result: ToolResult): readonly Listed[];
  read(place: Place): Promise<readonly Listed[] | undefined>;
  readonly ids: () => readonly string[];
}

export const RESULT_TEMPLATE: Listed = {
  uriTemplate: templateOf('results/{call_id}{/path*}{?from}'),
  name: 'result',
  title: 'Result of a call, or a part of it',
  description:
    'The complete result of a call over MCP as JSON, at most 32 KB a page. A larger part is replaced by {"$resource": its address}. plots/NAME is a plot as an image.',
  mimeType: JSON_TYPE,
};

/** @param find returns the result of a call; undefined if it is no longer stored or the client may not call its tool */
export function resultResources(find: (tool_call_id: string) => ToolResult | undefined, plots: PlotResources): ResultResources {
  let kept: readonly string[] = [];
  const known = (): readonly ToolResult[] => kept.flatMap((id) => find(id) ?? []);
  return {
    add({ tool_call_id }) {
      kept = [...kept.filter((id) => id !== tool_call_id), tool_call_id].slice(-MOST_KEPT);
    },
    ids: () => known().map(({ tool_call_id }) => tool_call_id),
    list: () => known().flatMap((result) => [{ ...aboutResult(result), annotations: { audience: ['assistant'] } }, ...plots.list(result)]),
    links: (result) => plots.links(result),
    link: (result) => ({ type: 'resource_link', ...aboutResult(result) }),
    async read(place) {
      const {
        segments: [, id = '', ...path],
        from,
      } = place;
      const result = kept.includes(id) ? find(id) : undefined;
      return result && (path[0] === 'plots' ? plots.read(result, place) : pageOfResult(result, path, from));
    },
  };
}

const aboutResult = ({ tool_call_id, metadata, summary }: ToolResult): Listed => ({
  uri: uriOf(['results', tool_call_id]),
  name: `result-${tool_call_id}`,
  title: `Result of ${metadata.toolName}`,
  description: `The complete result in pages: ${summary}`.slice(0, 300),
  mimeType: JSON_TYPE,
});

/** Returns a page of a result, or of the part of it at a path; undefined if the path does not exist. */
export function pageOfResult(result: ToolResult, path: readonly string[], from: number): readonly Listed[] | undefined {
  // Omit `data`, because it has the same content as `structured_output`.
  const { data: _, ...whole } = result;
  const value = valueAt(whole, path);
  if (value === undefined) return undefined;
  const own = ['results', result.tool_call_id, ...path];
  const { value: shown, next, total } = jsonPage(value, from, (key) => uriOf([...own, key]));
  if (total !== undefined && from >= total) return undefined;
  const page = {
    ...(result.metadata.trust !== undefined && { content_trust: result.metadata.trust }),
    ...(total !== undefined && { from, total }),
    ...(next !== undefined && { next: uriOf(own, next) }),
    value: shown,
  };
  return [{ uri: uriOf(own, from), mimeType: JSON_TYPE, text: JSON.stringify(page) }];
}
