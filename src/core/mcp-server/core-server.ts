import { quoteName } from '../../selection/print.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { ToolManifest, ToolResult } from '../../tools/contract/index.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import { serveMcp, type McpServer } from '../../wire/mcp/server.ts';
import type { CallContext, OwnTool } from '../../wire/mcp/server/ports.ts';
import type { Calling } from '../calling.ts';
import { systemClock } from '../clock.ts';
import type { CoreBus } from '../events.ts';
import { approvalForm, approvalOf } from './approval-form.ts';
import { CAPTURE_TEMPLATES, listCaptures, readCapture, type CaptureReading } from './capture-resources.ts';
import { completionOf } from './completion.ts';
import { listManual, MANUAL_TEMPLATE, manualPages, readManual } from './manual-resources.ts';
import { plotResources, type DrawPlot } from './plot-resources.ts';
import { capturePrompts } from './prompts.ts';
import { RESULT_TEMPLATE, resultResources } from './result-resources.ts';
import { placeOf, uriOf } from './uris.ts';

/** The agent of calls over MCP; the policy profile `agents.mcp` applies to it. */
const AGENT = { id: 'mcp', version: '1' } as const;
/** Time limit in ms of a call that reads a resource; `COMPLETION_MS` is that of a completion. */
const READING_MS = 120_000;
const COMPLETION_MS = 5000;
/** One more than the 100 values that a completion may contain, to detect that there are more. */
const MOST_COMPLETIONS = 101;

export interface CoreServerParts {
  readonly bus: CoreBus;
  readonly calling: Calling;
  readonly captures: () => readonly CaptureInfo[];
  readonly version: string;
  /** Whether the user of a client may approve calls. If the core runs in a page, only the person at the page may. */
  readonly clientApproves: boolean;
  readonly drawPlot: DrawPlot;
  /** Why the files that calls make are not stored; undefined if they are. */
  readonly unwritten?: string | undefined;
  /** Additional tools that only this environment offers. */
  readonly own?: readonly OwnTool[];
}

/** Creates the core's MCP server. Calls, resources and completions are run through the runner as the agent `mcp`. */
export function coreServer(parts: CoreServerParts): McpServer {
  const { bus, calling, captures, version, drawPlot, unwritten } = parts;
  const tools = (attended = false): readonly ToolManifest[] =>
    calling.runner.catalog({ ...AGENT, attended: attended && parts.clientApproves });
  const versionOf = (name: string): string | undefined => tools().find((tool) => tool.name === name)?.version;
  const note = (error: unknown): void => {
    console.debug('mcp', error);
  };
  const plots = plotResources(drawPlot, note);
  const results = resultResources((id) => {
    const result = calling.runs.results.find(id);
    return result !== undefined && versionOf(result.metadata.toolName) !== undefined ? result : undefined;
  }, plots);
  const newId = (): string => `mcp-${crypto.randomUUID()}`;
  const run = callRunner(parts, (result) => {
    results.add(result);
    server.changed({ list: 'resources' });
  });
  /** Runs a call that the server itself makes to answer a client's request, for instance to read a resource. */
  const runFor = (invocation: object, timeout_ms: number, signal: AbortSignal): Promise<ToolResult> => {
    const id = newId();
    return run({ ...invocation, timeout_ms, request_id: id, tool_call_id: id }, { signal, onProgress: undefined });
  };
  const reading: CaptureReading = { captures, versionOf, run: (invocation, signal) => runFor(invocation, READING_MS, signal) };
  const addresses = async ({ capture_id }: CaptureInfo, start: string, signal: AbortSignal): Promise<readonly string[]> => {
    const tool_version = versionOf('capture_query');
    if (tool_version === undefined) return [];
    const sql = `SELECT advertiser_addr FROM ${quoteName(capture_id)} WHERE starts_with(upper(advertiser_addr), '${start}') GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${String(MOST_COMPLETIONS)}`;
    const call = { tool_name: 'capture_query', tool_version, capture_selection: { capture_ids: [capture_id] }, arguments: { sql } };
    const rows = (await runFor(call, COMPLETION_MS, signal)).structured_output?.['rows'];
    return Array.isArray(rows) ? rows.map((row: readonly unknown[]) => String(row[0])) : [];
  };
  const server = serveMcp({
    version,
    catalog: tools,
    run,
    own: parts.own ?? [],
    resources: {
      list: () => [...listCaptures(reading), ...results.list(), ...listManual()],
      templates: () => [...CAPTURE_TEMPLATES, RESULT_TEMPLATE, MANUAL_TEMPLATE],
      async read(uri, { signal }) {
        const place = placeOf(uri);
        if (place?.segments[0] === 'captures') return readCapture(reading, place, signal);
        if (place?.segments[0] === 'results') return results.read(place);
        return place?.segments[0] === 'manual' ? readManual(place) : undefined;
      },
      keep: (result) => results.link(result),
      links: (result) => results.links(result),
    },
    async blocks(result, room) {
      const notes = unwritten === undefined || result.artifacts.length === 0 ? [] : [{ type: 'text', text: unwritten }];
      return [...notes, ...(await plots.images(result, room - JSON.stringify(notes).length))];
    },
    prompts: capturePrompts({ captures, tools }),
    complete: (what, { signal }) => completionOf(what, { captures, results: results.ids, pages: manualPages, addresses }, signal),
    newId,
    now: () => systemClock.now(),
    note,
  });
  bus.on('policy', () => {
    server.changed({ list: 'tools' });
  });
  bus.on('captures', ({ captures: open }) => {
    server.changed({ list: 'resources' });
    for (const { capture_id } of open) server.changed({ uri: uriOf(['captures', capture_id]) });
  });
  return server;
}

type RunContext = Pick<CallContext, 'signal' | 'onProgress'> & Partial<Pick<CallContext, 'ask' | 'log'>>;

/** Returns the function that runs calls as the agent `mcp`. Approval requests go to the client if its user may approve. */
function callRunner({ calling, clientApproves }: CoreServerParts, ended: (result: ToolResult) => void) {
  return async (invocation: unknown, { signal, onProgress, ask, log }: RunContext): Promise<ToolResult> => {
    const id = isRecord(invocation) ? String(invocation['tool_call_id']) : '';
    const interactive = clientApproves && ask !== undefined;
    const done = interactive
      ? calling.approvals.route(id, async (question) => approvalOf(await ask(approvalForm(question))))
      : (): void => undefined;
    try {
      const result = await calling.runAs('mcp', invocation, {
        signal,
        onProgress,
        interactive,
        trust: 'untrusted',
        context: { agent: AGENT },
      });
      const { toolName: tool } = result.metadata;
      for (const { code, message } of result.warnings.slice(0, MOST_LOGGED)) log?.('warning', { tool, code, message });
      log?.('info', { tool, tool_call_id: id, status: result.status, summary: result.summary });
      ended(result);
      return result;
    } finally {
      done();
    }
  };
}

/** Maximum number of warnings of one result that are sent to the client as log messages. */
const MOST_LOGGED = 16;
