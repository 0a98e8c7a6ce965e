import type { CaptureInfo } from '../../tables/captures.ts';
import type { Completed } from '../../wire/mcp/server/ports.ts';

export interface CompletionFacts {
  readonly captures: () => readonly CaptureInfo[];
  readonly results: () => readonly string[];
  readonly pages: () => readonly string[];
  /** Addresses of a capture that begin with a text in upper case; those with the most packets come first. */
  readonly addresses: (capture: CaptureInfo, start: string, signal: AbortSignal) => Promise<readonly string[]>;
}

const START_OF_ADDRESS = /^[0-9A-F:]{0,17}$/;

/** Completes an argument of a prompt or a variable of a resource URI; undefined if there is no such argument. */
export async function completionOf(
  { argument, value, given }: Completed,
  facts: CompletionFacts,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const chosen = given['capture'] ?? given['capture_id'];
  const captures = facts.captures();
  const named = captures.filter(({ capture_id }) => chosen === undefined || capture_id === chosen);
  switch (argument) {
    case 'capture':
    case 'capture_id':
      return fitting(
        captures.map(({ capture_id }) => capture_id),
        value,
      );
    case 'other':
      return fitting(
        captures.map(({ capture_id }) => capture_id).filter((id) => id !== chosen),
        value,
      );
    case 'column':
      return fitting([...new Set(named.flatMap(({ columns }) => columns.map(({ name }) => name)))], value);
    case 'call_id':
      return fitting(facts.results(), value);
    case 'page':
      return fitting(facts.pages(), value);
    case 'address': {
      const [capture] = named.filter(({ columns }) => columns.some(({ name }) => name === 'advertiser_addr'));
      const start = value.toUpperCase();
      return capture && START_OF_ADDRESS.test(start) ? facts.addresses(capture, start, signal) : [];
    }
    default:
      return undefined;
  }
}

/** The values that begin with the typed text, followed by those that contain it elsewhere. */
function fitting(values: readonly string[], typed: string): readonly string[] {
  const low = typed.toLowerCase();
  const rank = (value: string): number => (value.toLowerCase().startsWith(low) ? 0 : value.toLowerCase().includes(low) ? 1 : 2);
  return values.filter((value) => rank(value) < 2).sort((a, b) => rank(a) - rank(b));
}
