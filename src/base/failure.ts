/**
 * The one error class that the product throws on purpose, for everything that is not a tool call (an unreadable file, bad
 * SQL). The message says what was expected and what was found; `code` is stable.
 */
export class WorkbenchError extends Error {
  override readonly name = 'WorkbenchError';
  constructor(
    readonly code: string,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** The platform's own shape of "the caller gave up". */
export const abortError = (what: string): DOMException => new DOMException(`${what} was cancelled`, 'AbortError');

export function throwIfAborted(signal: AbortSignal | undefined, what: string): void {
  if (signal?.aborted) throw abortError(what);
}
