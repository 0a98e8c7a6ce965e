import { invalidParams } from './rpc.ts';

/** Levels of log messages, least severe first (RFC 5424). */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
export type Level = (typeof LEVELS)[number];

/** Validates the name of a log level. @throws RpcError for any other value */
export function levelOf(value: unknown): Level {
  const level = LEVELS.find((each) => each === value);
  if (level === undefined) throw invalidParams(`expected a level: ${LEVELS.join(', ')}`);
  return level;
}

export const isAtLeast = (level: Level, least: Level | undefined): boolean =>
  least !== undefined && LEVELS.indexOf(level) >= LEVELS.indexOf(least);
