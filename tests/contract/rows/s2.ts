import { canonicalJson } from '../../../src/base/canonical.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { project } from '../../../src/tools/contract/project.ts';
import { manifestRow, type ToolChange } from '../frame/manifests.ts';
import { resultRow } from '../frame/results.ts';
import type { Row } from '../frame/row.ts';

const manifest = (change: object): ToolChange => ({ manifest: change });
const without = (key: string): ToolChange => manifest({ [key]: undefined });
const failed = (result: ToolResult): boolean => result.status === 'error';

export const rows: readonly Row[] = [
  manifestRow('S2-4b', { redaction: { allow: [] } }, 'REDACTION_FAILED'),
  manifestRow('S2-4b', { redaction: undefined as never }, 'REDACTION_FAILED'),
  manifestRow('S2-10b', manifest({ effect: 'mostly_harmless' }), 'effect'),
  manifestRow('S2-17', without('effect'), 'effect'),
  resultRow('S2-C2', 'JSON and nothing else', (result) => JSON.stringify(JSON.parse(JSON.stringify(result))) === JSON.stringify(result)),
  resultRow(
    'S2-C4',
    'a planner sees at most 32 KiB',
    (result) => new TextEncoder().encode(JSON.stringify(project(result, 'planner'))).length <= 32 * 1024,
  ),
  resultRow('S2-C8', 'the exec view', (result) => {
    const view = project(result, 'exec') as Record<string, unknown>;
    const shared = { toolCallId: result.tool_call_id, ok: !failed(result) };
    // The answer itself, or the class of the failure and words for it; nothing of the one beside the other.
    const wanted = failed(result)
      ? { ...shared, errorCode: result.errorCode, safeMessage: result.summary }
      : { ...shared, value: result.structured_output };
    return canonicalJson(view) === canonicalJson(wanted) && (!failed(result) || typeof view['errorCode'] === 'string');
  }),
];
