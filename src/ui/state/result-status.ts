import type { ToolResult } from '../../tools/contract/index.ts';

/** How the views show the status of a result. */
export const RESULT_STATUS = {
  ok: { icon: 'done', word: 'Complete', tone: '' },
  partial: { icon: 'warn', word: 'Partial', tone: 'text-warn' },
  error: { icon: 'error', word: 'Failed', tone: 'text-error' },
} as const satisfies Record<ToolResult['status'], object>;
