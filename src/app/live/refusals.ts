import { WorkbenchError } from '../../base/failure.ts';

export const ASK = 'Press F6 now (or click the address bar), then choose Allow in the browser’s prompt.';

const REMEDIES: Readonly<Record<string, string>> = {
  InvalidStateError: `The prompt was closed, or the page got the focus while it was open. ${ASK}`,
  NotFoundError: 'No device or adapter was chosen: switch Bluetooth on, start again and choose one.',
  NotAllowedError: 'Start the scan with a click, and choose Allow; if it was blocked, change the site settings next to the address.',
  SecurityError: 'Start the scan with a click, on a page loaded over https or from localhost.',
};

/** Converts an error of the browser's radio API to a `WorkbenchError` whose message says what to do. */
export function refusal(error: unknown): WorkbenchError {
  if (error instanceof WorkbenchError) return error;
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  return new WorkbenchError('LIVE_REFUSED', `the browser refused (${message}). ${REMEDIES[name] ?? 'Check the list above and try again.'}`);
}
