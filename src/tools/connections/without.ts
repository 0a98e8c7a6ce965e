import type { CaptureInfo } from '../../tables/captures.ts';
import { whyNone } from '../../tables/conversation/why-none.ts';
import type { ToolWarning } from '../contract/index.ts';
import { MOST_WITHOUT } from './shared-schema.ts';

export interface Without {
  readonly capture_id: string;
  readonly reason: string;
}

/** Divides the selected captures into those with connections and those without. */
export function splitCaptures(captures: readonly CaptureInfo[]): { readonly having: CaptureInfo[]; readonly without: Without[] } {
  const having = captures.filter((capture) => whyNone(capture) === undefined);
  const without = captures.flatMap((capture) => {
    const reason = whyNone(capture);
    return reason === undefined ? [] : [{ capture_id: capture.capture_id, reason }];
  });
  return { having, without: without.slice(0, MOST_WITHOUT) };
}

/** Warnings that name captures without connections, and why they have none. */
export const withoutWarnings = (without: readonly Without[]): ToolWarning[] =>
  without
    .slice(0, 5)
    .map(({ capture_id, reason }) => ({ code: 'NO_CONNECTIONS', message: `${capture_id}: ${reason}`, field: 'capture_selection' }));
