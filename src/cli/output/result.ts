import { visibleString } from '../../base/visible-text.ts';
import type { ToolResult } from '../../tools/contract/index.ts';

/** Writes a result as text for a person: its summary, errors, warnings and hash. */
export function printResult({ status, summary, errors, warnings, confidence, metadata }: ToolResult): string {
  const lines = [
    `${metadata.toolName} ${metadata.toolVersion}: ${status}`,
    summary,
    ...errors.map(({ code, message, field }) => `error ${code}${field === undefined ? '' : ` at ${field}`}: ${message}`),
    ...warnings.map(({ code, message }) => `warning ${code}: ${message}`),
    `confidence ${confidence.toFixed(2)}`,
    ...(metadata.result_hash === undefined ? [] : [`result_hash ${metadata.result_hash}`]),
  ];
  return `${lines.map(visibleString).join('\n')}\n`;
}
