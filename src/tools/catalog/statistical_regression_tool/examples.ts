import type { ToolExample } from '../../contract/index.ts';

export const examples: readonly ToolExample[] = [
  {
    description: 'Does the signal level depend on the channel and on the length of the packet?',
    params: { operation: 'linear_regression', target: 'rssi', features: ['channel', 'length'] },
    capture_selection: { capture_id: 'chamber_four_phones' },
    expectedResult: { status: 'ok' },
  },
];
