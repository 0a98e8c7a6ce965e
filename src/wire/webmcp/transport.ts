import type { ToolManifest, ToolResult } from '../../tools/contract/index.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import { browserAnswer } from '../answers.ts';
import { decode } from '../decode.ts';
import { encode } from '../encode.ts';
import type { DecodedInvocation } from '../record.ts';

/** The part of `document.modelContext` that is used here (WebMCP draft of autumn 2026). */
export interface ModelContext {
  /** Chromium 150 returns nothing, Chromium 156 a promise. */
  registerTool(tool: ModelContextTool, options: { readonly signal: AbortSignal }): Promise<unknown> | undefined;
}

export interface ModelContextTool {
  readonly name: string;
  readonly description: string;
  /** The browser does not validate arguments against this schema; the runner does. */
  readonly inputSchema: object;
  readonly annotations: Readonly<Record<string, boolean>>;
  /** Returns a plain object and never throws, because a caller would receive a thrown error with its stack. */
  execute(input: unknown, options?: { readonly signal?: AbortSignal }): Promise<Readonly<Record<string, unknown>>>;
}

export interface WebMcpParts {
  /** The tools that the policy currently shows to agents of the browser. */
  catalog(): readonly ToolManifest[];
  run(invocation: DecodedInvocation, signal: AbortSignal | undefined): Promise<ToolResult>;
  /** Creates an id for a call, because the browser supplies none. */
  newId(): string;
  /** Reports why the browser refused a tool, or what failed inside a call. */
  note(error: unknown): void;
}

/**
 * Registers the tools that the policy allows with `document.modelContext`, and keeps them up to date (S2-18, R8). A tool is withdrawn by
 * aborting the signal of its registration, so each has its own controller; running calls continue.
 * @returns `refresh`, to be called when the policy has changed
 */
export function offerWebMcp(context: ModelContext, parts: WebMcpParts): { refresh(): void } {
  const offered = new Map<string, { readonly identity: string; readonly controller: AbortController }>();
  const withdraw = (name: string): void => {
    offered.get(name)?.controller.abort();
    offered.delete(name);
  };
  const refresh = (): void => {
    const wanted = new Map(parts.catalog().map((tool) => [tool.name, tool]));
    for (const [name, { identity }] of [...offered]) if (identityOf(wanted.get(name)) !== identity) withdraw(name);
    for (const tool of wanted.values()) {
      if (offered.has(tool.name)) continue;
      const controller = new AbortController();
      offered.set(tool.name, { identity: identityOf(tool), controller });
      const register = async (): Promise<unknown> => context.registerTool(describe(tool, parts), { signal: controller.signal });
      // If the page's host forbids tools (Permissions-Policy), the page works without them.
      register().catch((error: unknown) => {
        if (!controller.signal.aborted) parts.note(error);
      });
    }
  };
  refresh();
  return { refresh };
}

const identityOf = (tool: ToolManifest | undefined): string => (tool === undefined ? '' : `${tool.version} ${tool.schemaHash ?? ''}`);

function describe(tool: ToolManifest, parts: WebMcpParts): ModelContextTool {
  const [said] = encode('webmcp', [tool]).value['tools'] as readonly Omit<ModelContextTool, 'execute'>[];
  if (said === undefined) throw new Error('broken invariant: a tool that is not encoded');
  return {
    ...said,
    async execute(input, options) {
      try {
        return await answer(tool, input, options?.signal, parts);
      } catch (error) {
        parts.note(error);
        return refusal('EXECUTION_FAILED', 'the call failed inside the page; nothing of it is kept');
      }
    },
  };
}

async function answer(
  tool: ToolManifest,
  input: unknown,
  signal: AbortSignal | undefined,
  parts: WebMcpParts,
): Promise<Readonly<Record<string, unknown>>> {
  const event = { invocationId: parts.newId(), toolName: tool.name, input: isRecord(input) ? input : JSON.stringify(input ?? null) };
  const [call] = decode('webmcp', event, [tool]).calls;
  const invocation = call?.invocation ?? null;
  if (invocation === null) return refusal('INVALID_TYPE', call?.error?.safeMessage ?? 'expected an object of arguments');
  return browserAnswer(await parts.run(invocation, signal));
}

const refusal = (code: string, message: string): Readonly<Record<string, unknown>> => ({
  status: 'error',
  summary: `The call failed: ${message}`,
  errors: [{ code, message }],
});
