import { WorkbenchError } from '../../base/failure.ts';
import { DEFAULT_LIMIT } from '../../live/scan.ts';
import type { LiveOptions, LiveSource } from '../../live/service.ts';

const SOURCES: readonly LiveSource[] = ['lescan', 'watch', 'serial'];
const LEAST_LIMIT = 1_000_000;

/** Validates which source a scan uses; `serial` by default. @throws WorkbenchError `LIVE_OPTIONS` */
export function sourceOf({ source = 'serial', limit_bytes = DEFAULT_LIMIT }: LiveOptions): LiveSource {
  if (!SOURCES.includes(source))
    throw new WorkbenchError('LIVE_OPTIONS', `expected source as one of ${SOURCES.join(', ')}, found ${JSON.stringify(source)}`);
  if (!(limit_bytes >= LEAST_LIMIT))
    throw new WorkbenchError('LIVE_OPTIONS', `expected limit_bytes of at least ${String(LEAST_LIMIT)}, found ${String(limit_bytes)}`);
  return source;
}
