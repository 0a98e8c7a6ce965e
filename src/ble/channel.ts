/**
 * BLE channels are numbered in two ways: the RF channel k at 2402 + 2k MHz, and the channel index, in which the advertising channels at
 * 2402, 2426 and 2480 MHz are 37, 38 and 39. Core specification Vol 6 Part B 1.4.1.
 */

/** Returns the channel index of RF channel 0–39; 255 for other numbers. */
export function channelIndexOfRf(rf: number): number {
  return INDEX_OF_RF[rf] ?? NO_CHANNEL;
}

/** Returns the channel index of a centre frequency in MHz; 255 if it is not that of a BLE channel. */
export function channelIndexOfMhz(mhz: number): number {
  return mhz % 2 === 0 ? channelIndexOfRf((mhz - 2402) / 2) : NO_CHANNEL;
}

export const NO_CHANNEL = 255;
export const FIRST_PRIMARY_CHANNEL = 37;
/** Whether an index is that of a primary advertising channel; false for `NO_CHANNEL`. */
export const isPrimaryChannel = (index: number): boolean => index >= FIRST_PRIMARY_CHANNEL && index !== NO_CHANNEL;

const INDEX_OF_RF = Uint8Array.from({ length: 40 }, (_, rf) => {
  if (rf === 0) return 37;
  if (rf === 12) return 38;
  if (rf === 39) return 39;
  return rf < 12 ? rf - 1 : rf - 2;
});

/** Returns the RF channel of a channel index 0–39. */
export const rfOfChannelIndex = (index: number): number => INDEX_OF_RF.indexOf(index);
