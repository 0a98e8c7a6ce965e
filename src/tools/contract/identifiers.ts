/**
 * Names, versions, ids, times and the schemas that several tools share (S4 §2, R7, R20, R52).
 */
import { CURSOR_PATTERN } from './cursor.ts';
import { z } from './zod.ts';

/** A string of `min` to `max` code points. */
export const text = (min: number, max: number): z.ZodString => (min > 0 ? z.string().min(min).max(max) : z.string().max(max));

/** Schema of a JSON object (RFC 8259) with any keys. */
export const jsonObject = () => z.record(z.string(), z.unknown());

export const ratio = () => z.number().min(0).max(1);
export const whole = () => z.int().min(0);
/** Schema of a time as RFC 3339 in UTC, with `Z`. */
export const instant = () => z.iso.datetime();
export const sha256 = () => z.string().regex(/^[0-9a-f]{64}$/);

export const toolName = () => z.string().regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);
/** Schema of the name of another server's tool, `mcp__server__tool` (R7). Names of built-in tools have no two consecutive underscores. */
export const foreignToolName = () =>
  z
    .string()
    .max(64)
    .regex(/^mcp__[a-z][a-z0-9]*(?:_[a-z0-9]+)*__[a-z0-9]+(?:_[a-z0-9]+)*$/);
/** Schema of a version as `major.minor.patch` without leading zeros, as in manifests. */
export const canonicalVersion = () => z.string().regex(/^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)$/);
/** Schema of a version as callers may write it (S0 §5.2), also with leading zeros. */
export const requestedVersion = () => z.string().regex(/^\d+\.\d+\.\d+$/);

/** Matches ids of 1 to 128 letters, digits and `. _ : -`, which every protocol transmits unchanged. */
const wireId = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;
export const RequestId = z.string().regex(wireId).brand<'RequestId'>();
export const ToolCallId = z.string().regex(wireId).brand<'ToolCallId'>();
export const ArtifactId = z.string().regex(wireId).brand<'ArtifactId'>();
/**
 * The form of capture names assigned on opening. Calls may contain any text; an unknown name is rejected with a list of the existing ones.
 */
export const CaptureId = z
  .string()
  .regex(/^[a-z_][a-z0-9_]{0,47}$/)
  .brand<'CaptureId'>();
export type RequestId = z.infer<typeof RequestId>;
export type ToolCallId = z.infer<typeof ToolCallId>;
export type ArtifactId = z.infer<typeof ArtifactId>;
export type CaptureId = z.infer<typeof CaptureId>;

/** Schema of a permission, `{resource}:{action}` (S4-1.6). */
export const permission = () => z.string().regex(/^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/);

/** Common parameter sets (S4-Y.2), to be spread into a tool's input. */
export const pagination = {
  limit: z
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe('How many rows to return, in rows; 100 when absent.')
    .meta({ examples: [100], 'x-unit': 'rows' }),
  offset: z
    .int()
    .min(0)
    .max(1_000_000_000)
    .default(0)
    .describe('How many rows to skip, in rows; 0 when absent.')
    .meta({ examples: [0], 'x-unit': 'rows' }),
};
/** Schema of a cursor, which continues where an earlier page ended and replaces `offset`. */
export const cursor = () => z.string().regex(CURSOR_PATTERN);
export const timeRange = () =>
  z.strictObject({
    start_ms: whole().describe('First millisecond that counts, in ms.').meta({ 'x-unit': 'ms' }),
    end_ms: whole().describe('Last millisecond that counts, in ms, inclusive.').meta({ 'x-unit': 'ms' }),
  });
