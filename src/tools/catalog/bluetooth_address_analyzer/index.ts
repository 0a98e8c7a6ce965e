import { defineTool } from '../../definition.ts';
import examples from './examples.json';
import type { z } from '../../contract/zod.ts';
import { MODEL_14 } from '../../linkage/editions.ts';
import { WITH_LOSSES } from '../../linkage/times.ts';
import type { Output } from './schema-1-2.ts';
import { bluetoothAddressAnalyzer13 } from './version-1-3.ts';

/**
 * Classes of BLE addresses and probable successors of rotating ones (S0 §7), by a model that learns from the capture. Its times are
 * those of the captures; a place where a sniffer lost frames counts as a hole of unknown length. How sharp intervals, levels and
 * silences are is measured on the addresses themselves.
 */
export const bluetoothAddressAnalyzer = defineTool({
  ...bluetoothAddressAnalyzer13,
  manifest: { ...bluetoothAddressAnalyzer13.manifest, version: '1.4.0' },
  examples: examples['1.4.0'],
  // Loaded with the first call; the page starts without it.
  run: async (args, _context, capabilities) =>
    (await import('./run-1-1.ts')).run<z.output<typeof Output>>(args, capabilities, { times: WITH_LOSSES, model: MODEL_14 }),
});
