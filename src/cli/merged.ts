import { WorkbenchError } from '../base/failure.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { MergeInfo } from '../tables/merges.ts';
import type { Context } from './context.ts';
import { EXIT, Stop, usage } from './exit.ts';
import type { Session } from './session.ts';

/** Merges captures as the page does, in the order of the arguments. Times are on the clock of the first capture. */
export async function mergeCaptures(
  { script }: Session,
  { given, signal }: Context,
  captures: readonly CaptureInfo[],
  name: string | undefined,
): Promise<MergeInfo> {
  const ids = captures.map(({ capture_id }) => capture_id);
  const offsets_us = Object.fromEntries(pairsOf('--offset', given.offset).map(([id, text]) => [id, microseconds(text)]));
  const sensors = Object.fromEntries(pairsOf('--sensor', given.sensor));
  return script.merge(ids, { name, offsets_us, sensors, signal }).catch((error: unknown) => {
    if (!(error instanceof WorkbenchError)) throw error;
    throw error.code === 'INVALID_MERGE' ? usage(error.message) : new Stop(EXIT.failed, error.message);
  });
}

/**
 * Returns the error that ends a command if a clock in a merged view could not be aligned, because duplicates are then not found and times
 * cannot be compared. Undefined if all clocks are aligned.
 */
export function unalignedIn({ members }: MergeInfo): Stop | undefined {
  const unaligned = members.filter(({ state }) => state === 'unaligned');
  if (unaligned.length === 0) return undefined;
  const lines = unaligned.map(({ capture_id, reason }) => `${capture_id} could not be aligned: ${reason ?? 'no reason given'}`);
  return new Stop(EXIT.failed, `${lines.join('; ')}. --offset CAPTURE=MICROSECONDS sets its offset (0: as recorded)`);
}

function pairsOf(option: string, given: readonly string[] = []): (readonly [string, string])[] {
  return given.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw usage(`expected ${option} CAPTURE=VALUE with the id of a capture, found ${pair}`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}

function microseconds(text: string): number {
  if (/^-?\d{1,16}$/.test(text)) return Number(text);
  throw usage(`expected --offset with whole microseconds, found ${text}`);
}
