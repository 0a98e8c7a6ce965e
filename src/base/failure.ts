/**
 * The one error class that the product throws on purpose, for all failures outside tool calls (an unreadable file, invalid SQL). The
 * message says what was expected and what was found; `code` is stable.
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

/** The platform's standard error for an operation that the caller cancelled. */
export const abortError = (what: string): DOMException => new DOMException(`${what} was cancelled`, 'AbortError');

export function throwIfAborted(signal: AbortSignal | undefined, what: string): void {
  if (signal?.aborted) throw abortError(what);
}
