/** Rules of the address analyzer (S0 §7a). */
import { mutant, schemaMutant, type Mutant } from './mutant.ts';

const HOME = 'catalog/bluetooth_address_analyzer';
const columns = "initiator_addr: column('the address that asks to connect; may be the same column')";

export const mutants: readonly Mutant[] = [
  mutant('S0-7a.0', `${HOME}/index.ts`, 'For investigative analysis, not proof.', 'For every analysis.'),
  schemaMutant('S0-7a.1 R4', 'contract/invocation.ts', '.array(captureId())\n    .min(1)\n', '.array(captureId())\n', {
    file: 'src/selection/read.ts',
    find: 'if (Array.isArray(many) && many.length === 0)',
    replace: 'if (many === null)',
  }),
  schemaMutant('S0-7a.2', 'contract/identifiers.ts', "start_ms: whole().describe('First", "start_ms: z.number().describe('First"),
  mutant('S0-7a.3 R57', 'src/selection/normalise.ts', 'check?.faults ?? []', '[]'),
  schemaMutant('S0-7a.4', `${HOME}/schema.ts`, columns, `${columns}.optional()`),
  mutant('S0-7a.5', `${HOME}/run.ts`, "args.analysis_mode === 'linkage' ? [] : withAsking", 'withAsking'),
  mutant('S0-7a.5', `${HOME}/run.ts`, "args.analysis_mode === 'classification'", "args.analysis_mode === 'x'"),
  schemaMutant('S0-7a.6', `${HOME}/schema.ts`, '.min(1)\n    .max(604_800)', '.min(0)\n    .max(604_800)'),
  schemaMutant('S0-7a.7', `${HOME}/schema.ts`, '.min(1)\n    .max(1_000_000_000)', '.min(0)\n    .max(1_000_000_000)'),
  schemaMutant(
    'S0-7a.8',
    `${HOME}/schema.ts`,
    "z\n    .enum(['spec_default', 'fast_rotation', 'slow_rotation', 'learned'])",
    'z\n    .string()',
  ),
  schemaMutant(
    'S0-7a.9',
    `${HOME}/schema.ts`,
    "    .meta({ examples: [180], 'x-unit': 's' }),",
    "    .meta({ examples: [180], 'x-unit': 's' }).optional(),",
  ),
  mutant('S0-7a.10 R53d', 'linkage/classify.ts', 'return saidRandom >= saidPublic;', 'return null;'),
  schemaMutant(
    'S0-7a.10 S0-7a.11',
    `${HOME}/schema.ts`,
    "confidence: ratio().describe('Posterior confidence",
    "confidence: z.number().describe('Posterior confidence",
  ),
  mutant('S0-7a.11', 'linkage/classify.ts', 'const seen = [seenWords(observed, formatExactSpan(lifetime))];', "const seen = [''];"),
  mutant('S0-7a.12', `${HOME}/clusters.ts`, 'rationale: rationale(chain, why),', 'rationale: [],'),
  mutant('S0-7a.13 S0-7a.17', `${HOME}/clusters.ts`, 'let product = 1;', 'let product = row < column ? 0.9 : 1;'),
  mutant('S0-7a.14 R53b', `${HOME}/segments.ts`, 'end_ts: instant(baseUs', 'end_ts: instant(9e8 + baseUs'),
  mutant(
    'S0-7a.14',
    `${HOME}/segments.ts`,
    'start_ts: instant(baseUs + table[4 * at + 1]! * 1e6)',
    'start_ts: instant(baseUs + table[4 * at + 2]! * 1e6 + 1)',
  ),
  mutant(
    'S0-7a.15 R16',
    `${HOME}/run.ts`,
    'probabilistic_links: clusters,',
    'probabilistic_links: clusters.length > 0 ? clusters : undefined,',
  ),
  mutant('S0-7a.16', `${HOME}/schema.ts`, ".describe('Address that was active in the segment.')", ''),
  mutant('S0-7a.18', `${HOME}/clusters.ts`, "digest(addresses.join(' '))", 'digest(String(candidates.length))'),
  mutant('S0-7a.18', `${HOME}/clusters.ts`, "digest(addresses.join(' '))", 'digest(String(Math.random()))'),
  mutant('S0-7a.19', `${HOME}/segments.ts`, 'round(density / busiest)', 'round(density)'),
  mutant('S0-7a.21', `${HOME}/index.ts`, 'they are not frequentist p-values and ', ''),
  mutant('S0-7a.21', `${HOME}/words.ts`, 'not proof', 'proof'),
  mutant('S0-7a.22', `${HOME}/caveats.ts`, 'if (window_s <= WIDE_WINDOW_S) return null;', 'if (window_s > 0) return null;'),
  mutant('S0-7a.22 S0-7a.26', `${HOME}/caveats.ts`, 'if (holes.length === 0) return null;', 'if (holes.length >= 0) return null;'),
  mutant('S0-7a.23', `${HOME}/run.ts`, 'window_s: args.linkage_window_s, model', 'window_s: 60, model'),
  mutant(
    'S0-7a.25 R15',
    `${HOME}/caveats.ts`,
    'if (!all && frames * 2 <= observation.frames) return null;',
    'if (frames >= 0) return null;',
  ),
  mutant('S0-7a.25', 'linkage/classify.ts', 'if (frames < minimum) {', 'if (frames < 0) {'),
  mutant('S0-7a.26', `${HOME}/caveats.ts`, 'gap_count: holes.length,', 'gap_count: 0,'),
  mutant('S0-7a.27', `${HOME}/caveats.ts`, 'if (together < 2) return null;', 'if (together >= 0) return null;'),
  mutant(
    'R53c',
    `${HOME}/run.ts`,
    'const classes = classify(observation, minimum);',
    'const classes = classify(observation, minimum).slice(0, 1);',
  ),
  mutant('R53e', `${HOME}/run.ts`, 'classified: listed.length,', 'classified: listed.length + 1000,'),
];
