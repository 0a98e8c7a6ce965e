import { shorten, toolError } from '../contract/errors.ts';
import { explain, mergeFaults } from '../contract/faults.ts';
import type { ToolManifest } from '../contract/index.ts';
import { jsonSchemaOf } from '../contract/derive-schema.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import type { Checker } from '../contract/schema.ts';
import { z } from '../contract/zod.ts';
import type { AnyTool, ToolCapabilities, ToolOutcome } from '../definition.ts';
import type { InstalledTool } from '../registry.ts';
import { ForeignOutput, readAnswer } from './answer.ts';
import type { OfferedTool } from './definition.ts';
import { failedCall } from './failure.ts';
import { interpret, MOST_STEPS } from './interpret.ts';

export interface ForeignTool {
  /** Name of the tool in this product: `mcp__server__tool`. */
  readonly id: string;
  readonly server: { readonly name: string; readonly url: string };
  readonly offered: OfferedTool;
  /** SHA-256 fingerprint of the tool's definition. */
  readonly fingerprint: string;
  /** How many definitions of this tool the user has allowed, which is the tool's major version. */
  readonly revision: number;
  /** Sends `tools/call`, unless the definition has changed since it was allowed. Rejects with a `WorkbenchError` or an `AbortError`. */
  readonly call: (args: Readonly<Record<string, unknown>>, signal: AbortSignal, ask: AskPerson) => Promise<unknown>;
  readonly ask: AskPerson;
}

/** Shows a form of the server (`elicitation/create`) to the user; an abort withdraws it. The answer is a text if it cannot be shown. */
export type AskPerson = (params: unknown, signal: AbortSignal) => Promise<{ readonly action: 'accept' | 'decline' | 'cancel' } | string>;

const MAX_TIMEOUT_MS = 120_000;
const MAX_PAYLOAD_BYTES = 256 * 1024;
/** Maximum number of questions that a server may ask the person during one call. */
const MOST_QUESTIONS = 16;
/** The grant that a caller needs beside the tool's own line in the policy. */
export const FOREIGN_GRANT = 'servers:call';

/**
 * Installs a tool of another server in the runner. The server's statements about its behaviour are not trusted: every tool is declared to
 * write externally, irreversibly and with results that vary, so approval is required whenever the policy requires any.
 */
export function installForeign(foreign: ForeignTool): InstalledTool {
  const { id, server, offered, fingerprint } = foreign;
  const input = checkerFor(offered.inputSchema);
  const output = checkerFor(jsonSchemaOf(ForeignOutput, 'output'));
  const definition = definitionOf(foreign);
  const { manifest: parts } = definition;
  const manifest: ToolManifest = {
    ...parts,
    execution_constraints: { ...parts.execution_constraints, side_effects: 'external_write' },
    input_schema: input.schema,
    output_schema: output.schema,
    examples: [],
    aliases: [],
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    scope: 'none',
    redaction: definition.redaction,
    requires: [],
    trust: 'untrusted',
    schemaHash: fingerprint,
    server: { name: server.name, url: server.url, tool: offered.name },
  };
  return { key: `${id}@${parts.version}`, definition, manifest, input, output: () => Promise.resolve(output) };
}

function definitionOf(foreign: ForeignTool): AnyTool {
  const { id, server, offered, revision } = foreign;
  return {
    manifest: {
      name: id,
      version: `${String(revision)}.0.0`,
      kebab_name: id.replaceAll(/_+/g, '-'),
      title: titleOf(offered),
      description: describe(server.name, offered),
      capabilities: ['call_server'],
      execution_constraints: { max_timeout_ms: MAX_TIMEOUT_MS, max_payload_bytes: MAX_PAYLOAD_BYTES, supports_streaming: false },
      cost_hint: { unit: 'call', estimated_cost: 0, currency: 'credits' },
      deterministic: false,
      effect: 'external_side_effect',
      reversible: false,
      category: 'mutation',
      permissions: [FOREIGN_GRANT],
      responseTime: 'slow',
      cacheable: false,
      idempotent: false,
      tags: ['server', 'untrusted'],
      error_codes: [
        { code: 'CAPABILITY_UNAVAILABLE', meaning: 'The server does not answer, or answers something that is no MCP.' },
        { code: 'OUTPUT_INVALID', meaning: 'The server answered something else than its own schema promises.' },
        { code: 'RESULT_TOO_LARGE', meaning: 'The answer has more bytes than are read.' },
        { code: 'POLICY_DENIED', meaning: 'The tool is not any more what the person allowed.' },
      ],
    },
    input: z.looseObject({}),
    output: ForeignOutput,
    scope: 'none',
    redaction: { allow: ['server', 'tool', 'note', 'content', 'left_out_parts', 'structured'] },
    requires: [],
    confidence: { method: 'foreign/not_checked@1', compute: () => 0 },
    examples: [],
    run: (args, _context, capabilities) => runForeign(foreign, args, capabilities),
  };
}

async function runForeign(
  { server, offered, call, ask }: ForeignTool,
  args: Readonly<Record<string, unknown>>,
  { signal, hold = (work) => work() }: ToolCapabilities,
): Promise<ToolOutcome<ForeignOutput>> {
  const answered: string[] = [];
  const askPerson: AskPerson = async (params, withdrawn) => {
    if (answered.length >= MOST_QUESTIONS) return `expected at most ${String(MOST_QUESTIONS)} questions during a call`;
    const answer = await hold(() => ask(params, withdrawn));
    if (typeof answer !== 'string') answered.push(answer.action);
    return answer;
  };
  const outcome = await call(args, signal, askPerson).then(
    (result) => readAnswer(result, { server: server.name, tool: offered.name, outputSchema: offered.outputSchema }),
    (error: unknown) => failedCall(error, server.name),
  );
  if (answered.length === 0 || outcome.status === 'error') return outcome;
  const accepted = answered.filter((action) => action === 'accept').length;
  const message = `The server asked the person ${String(answered.length)} times during the call, and ${String(accepted)} forms were sent to it.`;
  return { ...outcome, warnings: [...outcome.warnings, { code: 'SERVER_ASKED', message, field: 'structured_output' }] };
}

/** Puts untrusted text on one line: invisible characters, and those that change the direction of text, become spaces. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

const titleOf = ({ title, name }: OfferedTool): string => shorten(`${plain(title ?? '') || name} (server)`, 60);

/** Describes the tool in at most 500 characters: first what kind of tool it is, then the server's description in quotation marks. */
function describe(server: string, { name, description }: OfferedTool): string {
  const own = `Calls the tool ${shorten(name, 64)} of the server ${server} on this machine, which is not part of the workbench. `;
  const said = plain(description).replaceAll('"', "'");
  return said === '' ? `${own}The server does not say what it does.` : shorten(`${own}The server says, unchecked: "${said}`, 499) + '"';
}

/** Checks a value with the interpreter, because untrusted schemas must not be compiled to code. */
function checkerFor(schema: JsonSchema): Checker {
  const checker: Checker = {
    schema,
    fault: (value, prefix) => checker.check(value, prefix).errors[0],
    check(value, prefix = []) {
      const { faults, tooDear } = interpret(schema, value);
      if (faults.length === 0) return { zod: true, ajv: true, value, errors: [], count: 0 };
      const warning = tooDear
        ? {
            errors: [
              toolError(
                'PAYLOAD_TOO_LARGE',
                `expected a value that can be checked in ${String(MOST_STEPS)} steps, got one that takes more`,
                prefix,
              ),
            ],
            count: 1,
          }
        : explain(mergeFaults(faults), schema, value, prefix);
      return { zod: false, ajv: false, value: undefined, ...warning };
    },
  };
  return checker;
}
