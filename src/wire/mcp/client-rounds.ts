import { WorkbenchError } from '../../base/failure.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import { member } from '../events.ts';
import type { Ask } from './requests.ts';

/** Most rounds of one call. */
const MOST_ROUNDS = 16;

/**
 * Multi round-trip requests (2026-07-28): as long as the server answers `input_required`, puts its questions to the person and sends the
 * request again with the answers and the server's state.
 */
export async function inRounds(
  send: (more: Readonly<Record<string, unknown>>) => Promise<unknown>,
  ask: Ask | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  let more: Readonly<Record<string, unknown>> = {};
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const found = await send(more);
    if (member(found, 'resultType') !== 'input_required') return found;
    const state = member(found, 'requestState');
    const inputResponses = await answers(member(found, 'inputRequests') ?? {}, ask, signal);
    more = { inputResponses, ...(state !== undefined && { requestState: state }) };
  }
  throw refused(`expected at most ${String(MOST_ROUNDS)} rounds of questions, found more`);
}

async function answers(requests: unknown, ask: Ask | undefined, signal: AbortSignal): Promise<Readonly<Record<string, object>>> {
  const questions = isRecord(requests) ? Object.entries(requests) : [];
  const answered: [string, object][] = [];
  for (const [key, question] of questions) {
    if (ask === undefined || member(question, 'method') !== 'elicitation/create')
      throw refused('expected no requests but forms for the person, found another');
    const answer = await ask(member(question, 'params'), signal);
    if (typeof answer === 'string') throw refused(answer);
    answered.push([key, answer]);
  }
  return Object.fromEntries(answered);
}

const refused = (why: string): WorkbenchError => new WorkbenchError('MCP_BAD_MESSAGE', `tools/call: the server asks for input: ${why}`);
