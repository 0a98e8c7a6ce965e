import { WorkbenchError } from '../base/failure.ts';

/** An error on its way over a thread border, where classes and codes would be lost. */
export interface PlainFailure {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Converts any error of a reader to plain data. */
export function plainFailure(error: unknown): PlainFailure {
  if (error instanceof WorkbenchError) return { code: error.code, message: error.message, details: error.details };
  const message = error instanceof Error ? error.message : String(error);
  // The platform's own words for a file that changed or vanished after it was chosen.
  if (error instanceof DOMException && (error.name === 'NotReadableError' || error.name === 'NotFoundError')) {
    return { code: 'UNREADABLE_FILE', message: `the file could not be read: ${message}`, details: { gone: true } };
  }
  return { code: 'DECODER_FAILED', message: `the decoder failed: ${message}`, details: {} };
}
