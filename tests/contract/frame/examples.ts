/** Captures and calls as the contract's own examples name them, made by a formula so that every number is known. */
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import { openTable } from './workbench.ts';

/** Rows of the regression example that its filter keeps. */
export const EXAMPLE_ROWS = 18_204;
const ALL_ROWS = 20_000;

/** `cap_2026_03_14_a`: 0 to 120 000 ms on two channels; latency = 2 − 0.09 snr + 0.6 jitter + 1.4 loss + a small remainder. */
export const regressionCapture = (): Promise<CaptureInfo> =>
  openTable('cap_2026_03_14_a.csv', () => [
    'time_s,channel,snr,jitter,packet_loss,signal_quality,latency_ms',
    ...Array.from({ length: ALL_ROWS }, (_, n) => {
      const [snr, jitter, loss] = [10 + (n % 23), (n * 7) % 19, (n * 11) % 13];
      const rest = ((n * 7919) % 101) / 50 - 1;
      const latency = 2 - 0.09 * snr + 0.6 * jitter + 1.4 * loss + rest;
      const quality = n < EXAMPLE_ROWS ? 0.95 + (n % 5) / 100 : 0.5;
      const time = (120 * n) / (ALL_ROWS - 1);
      return [time.toFixed(6), `ch${String((n % 2) + 1)}`, snr, jitter, loss, quality.toFixed(2), latency.toFixed(6)].join(',');
    }),
  ]);

const selectors = { time_range: { start_ms: 0, end_ms: 120_000 }, channels: ['ch1', 'ch2'], filters: ['signal_quality >= 0.95'] };

/** The call of the regression example; places of it may be replaced. */
export const regressionExample = (args: object = {}, change: object = {}): [string, object, object] => [
  'statistical_regression_tool',
  {
    operation: 'linear_regression',
    target: 'latency_ms',
    features: ['snr', 'jitter', 'packet_loss'],
    alpha: 0.05,
    normalize: true,
    ...args,
  },
  { capture_id: 'cap_2026_03_14_a', selectors: { ...selectors, ...change } },
];

/** One sighting a second of an address, from `start` for `seconds` after `EPOCH_S`. */
export const sightings = (address: string, start: number, seconds: number, every = 1): string[] =>
  Array.from(
    { length: Math.floor(seconds / every) },
    (_, n) => `${(EPOCH_S + start + n * every + (n % 7) / 1000).toFixed(3)},${address},37,-60,,`,
  );

/** 3 April 2024, 08:00 UTC, where the window of the analyzer's example begins. */
export const EPOCH_S = 1_712_131_200;
const HEADER = 'time_s,advertiser_addr,channel,rssi,initiator_addr,scanner_addr';

/** A table of advertisements. */
export const advertisements = (name: string, lines: () => readonly string[]): Promise<CaptureInfo> =>
  openTable(name, () => [HEADER, ...lines()]);

export const COLUMNS = { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' };

/** Arguments of the analyzer's example. */
export const analysis = (more: object = {}): Record<string, unknown> => ({
  address_columns: COLUMNS,
  analysis_mode: 'both',
  linkage_window_s: 180,
  min_observation_count: 25,
  rpa_rotation_model: 'spec_default',
  ...more,
});

/** The two captures of the analyzer's example: two addresses that follow one another, and one that stays. */
export const exampleCaptures = (): Promise<CaptureInfo[]> =>
  Promise.all([
    advertisements('lab_floor_2026_04_03_a.csv', () => [
      ...sightings('7A:4C:21:9D:10:EF', 0, 900),
      ...sightings('61:D2:88:3C:A4:19', 900.5, 899),
    ]),
    advertisements('lab_floor_2026_04_03_b.csv', () => sightings('C1:91:B2:6A:77:03', 0, 1800, 3)),
  ]);

/** The selection of the analyzer's example, cut to what its captures cover. */
export const exampleSelection = {
  capture_ids: ['lab_floor_2026_04_03_a', 'lab_floor_2026_04_03_b'],
  time_window: { start_ms: 1_712_131_200_000, end_ms: 1_712_132_998_000 },
  filter_expression: 'channel IN (37,38,39) AND rssi > -92',
};
