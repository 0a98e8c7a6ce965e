import { invalidParams } from './rpc.ts';

/** Levels of messages, least severe first (RFC 5424). */
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
export type Level = (typeof LEVELS)[number];

/** @throws RpcError for a level that does not exist */
export function levelOf(value: unknown): Level {
  const level = LEVELS.find((each) => each === value);
  if (level === undefined) throw invalidParams(`expected a level: ${LEVELS.join(', ')}`);
  return level;
}

export const isAtLeast = (level: Level, least: Level | undefined): boolean =>
  least !== undefined && LEVELS.indexOf(level) >= LEVELS.indexOf(least);
