/** Fixed channels of L2CAP. Core specification 5.4, Vol 3 Part A 2.1. */
export const CHANNEL = { SIGNALLING: 1, CONNECTIONLESS: 2, ATT: 4, LE_SIGNALLING: 5, SMP: 6, SMP_CLASSIC: 7 } as const;

const NAMES: Readonly<Record<number, string>> = {
  1: 'Signalling',
  2: 'Connectionless',
  3: 'AMP Manager',
  4: 'ATT',
  5: 'LE signalling',
  6: 'SMP',
  7: 'SMP (BR/EDR)',
  0x3f: 'AMP Test Manager',
};

/** Returns a channel's name, `Dynamic` for channels opened by a signalling procedure; undefined for reserved ones. */
export const channelName = (channel: number): string | undefined => NAMES[channel] ?? (channel >= 0x40 ? 'Dynamic' : undefined);
