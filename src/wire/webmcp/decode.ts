import type { Assembly } from '../assembly.ts';
import { member, textMember } from '../events.ts';

/** Calls and answers as a browser's tooling records them: `toolInvoked` and `toolResponded`, with or without their envelope. */
export function decodeWebMcp(value: unknown, into: Assembly): void {
  const event = member(value, 'params') ?? value;
  const id = textMember(event, 'invocationId');
  const name = textMember(event, 'toolName');
  const status = textMember(event, 'status');
  if (status !== undefined) into.result(id, member(event, 'output') ?? member(event, 'errorText'), status !== 'Completed');
  else if (name !== undefined) {
    const input = member(event, 'input');
    into.whole(id, name, typeof input === 'string' ? { text: input } : { value: input ?? {} }, value);
  }
}
