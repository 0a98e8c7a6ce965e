import { defineTool } from '../../definition.ts';
import examples from './examples.json';
import { manifest } from './manifest.ts';
import { run } from './run.ts';
import { Input, Output } from './schema.ts';

/** Classes of BLE addresses and probable successors of rotating ones (S0 §7). */
export const bluetoothAddressAnalyzer = defineTool({
  manifest,
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: { allow: ['address_classification', 'probabilistic_links', 'timeline_segments'] },
  requires: ['captures', 'query', 'kernels'],
  confidence: {
    method: 'bluetooth_address_analyzer/observed_share@1',
    compute: (inputs) =>
      Number(inputs['mean_class_confidence']) *
      (0.5 + 0.5 * Number(inputs['share_of_frames_in_classified_addresses'])) *
      (0.5 + 0.5 * Number(inputs['share_of_time_observed'])) *
      Number(inputs['mean_link_probability']),
  },
  postconditions: [
    {
      id: 'square-matrices',
      description: 'Every matrix is square, symmetric, has a unit diagonal and one row per address.',
      holds: (output) =>
        output.probabilistic_links.every(
          ({ addresses, pairwise_probability_matrix: matrix }) =>
            matrix.length === addresses.length &&
            matrix.every((row, i) => row.length === addresses.length && row[i] === 1 && row.every((cell, j) => cell === matrix[j]?.[i])),
        ),
    },
    {
      id: 'linked-are-classified',
      description: 'Linked addresses are classified ones, when classes were asked for, and stand in one cluster each.',
      holds: (output, args) => {
        const linked = output.probabilistic_links.flatMap((cluster) => cluster.addresses);
        const known = new Set(output.address_classification.map((item) => item.address));
        return new Set(linked).size === linked.length && (args.analysis_mode !== 'both' || linked.every((address) => known.has(address)));
      },
    },
    {
      id: 'segments-in-order',
      description: 'Every segment ends at or after its start.',
      holds: (output) => output.timeline_segments.every(({ start_ts, end_ts }) => start_ts <= end_ts),
    },
  ],
  examples: examples['1.0.0'],
  run: (args, _context, capabilities) => run(args, capabilities),
});
