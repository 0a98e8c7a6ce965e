import { amount } from '../../../base/amount.ts';
import { formatExactSpan } from '../../../base/format.ts';
import { toolError } from '../../contract/errors.ts';
import type { ToolWarning } from '../../contract/index.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { MODEL_14 } from '../../linkage/editions.ts';
import { observe } from '../../linkage/observe.ts';
import { columnsOf } from '../../linkage/relation.ts';
import { round } from '../../linkage/classify.ts';
import { succeed } from '../../linkage/successors.ts';
import { WITH_LOSSES } from '../../linkage/times.ts';
import { driftSpreadOf, emittersOf, MOST_EMITTERS } from './emitters.ts';
import { listed, NOTE } from './listed.ts';
import { tracesOf } from './levels.ts';
import { wholeDevices } from './model.ts';
import { afterDevices } from './next.ts';
import { readLevels, readTokens } from './read.ts';
import type { Answer, Arguments } from './schema.ts';

const COLUMN = 'advertiser_addr';

/** Links addresses to emitters, then compares the emitters to find parts of one device. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<ToolOutcome<Answer>> {
  const { selection } = capabilities;
  if (!columnsOf(selection).has(COLUMN)) return refused(`a column ${COLUMN}`);
  if (selection.time_base === 'none') return refused('times of the rows');
  const observation = await observe({ advertiser_addr: COLUMN, initiator_addr: COLUMN }, capabilities, WITH_LOSSES);
  const options = { window_s: args.linkage_window_s, model: args.rpa_rotation_model, edition: MODEL_14 };
  const { candidates } = await succeed(observation, options, capabilities);
  const { emitters, left } = emittersOf(observation, candidates, args.min_observation_count);
  if (emitters.length === 0)
    return refused(`addresses with ${amount(args.min_observation_count, 'advertising frame')} or more and a good CRC`);
  capabilities.progress({ phase: 'comparing emitters', done: 0, total: 0, unit: 'rows' });
  const { rows, leftFrom } = await readLevels(emitters, observation, capabilities);
  const levels = tracesOf(emitters, rows);
  const tokens = await readTokens(emitters, observation, capabilities);
  const heard = { emitters, levels, tokens, span: observation.span, driftSpread: driftSpreadOf(observation) };
  const found = await wholeDevices(heard, candidates, capabilities);
  const timed = selection.time_base === 'epoch';
  const devices = found.devices.slice(0, args.limit).map((device) => listed(device, emitters, observation, timed));
  const { partners, companions, shares } = found.learnt;
  return {
    status: 'ok',
    summary: `${amount(found.devices.length, 'device')} of several parts among ${amount(emitters.length, 'emitter')}. Scores for investigation, never proof of identity.`,
    structured_output: {
      device_count: found.devices.length,
      emitter_count: emitters.length,
      pair_count: found.pairs.length,
      has_more: devices.length < found.devices.length,
      devices,
      learnt: {
        partners: round(partners),
        companions: round(companions),
        joint_changes_share: round(shares.rotation[0]!),
        one_crystal_share: round(shares.clock[0]!),
        common_level_share: round(1 - shares.level.at(-1)!),
      },
      note: NOTE,
    },
    warnings: [...leftWarnings(left), ...levelWarnings(leftFrom)],
    confidence_inputs: {
      emitters: emitters.length,
      mean_probability: devices.length === 0 ? 1 : devices.reduce((sum, { probability }) => sum + probability, 0) / devices.length,
    },
    hints: {
      next: afterDevices(devices, observation.addresses, selection.captures),
      noNext: 'no two emitters probably are one device, or too many captures are selected to look at packets',
      assumptions: [
        'Parts of one device come and go together, and may share an antenna, a timer, a crystal or data',
        'Most devices have two parts at most: a better partner of either speaks against a pair',
        'How often emitters here do so by chance, and how often two devices travel together, is learnt from the selection',
      ],
      riskFactors: [
        {
          type: 'accuracy',
          severity: 'high',
          description: 'Two devices that one person carries come and go together as well, and one body shadows both',
          probability: 0.3,
          impact: 0.6,
          mitigation:
            'Read the evidence of each pair: changes of address in one moment, a disclosed identity or equal data say more than presence',
        },
      ],
      reasoning:
        'Each pair of emitters is weighed as one device, two that travel together, or two that have nothing to do with each other.',
    },
    measures: { rows: observation.rows, emitters: emitters.length, pairs: found.pairs.length, devices: found.devices.length },
  };
}

const refused = (what: string): ToolOutcome<Answer> => ({
  status: 'error',
  errors: [toolError('INSUFFICIENT_DATA', `expected ${what}, found none in the selected rows`, ['capture_selection'])],
});

const leftWarnings = (left: number): ToolWarning[] =>
  left === 0
    ? []
    : [
        {
          code: 'EMITTERS_LEFT_OUT',
          message: `${amount(left, 'emitter')} with the fewest frames left out: at most ${String(MOST_EMITTERS)} are compared`,
          details: { emitters: left },
        },
      ];

const levelWarnings = (leftFrom: number | null): ToolWarning[] =>
  leftFrom === null
    ? []
    : [
        {
          code: 'LEVELS_LEFT_OUT',
          message: `Levels are compared in the first ${formatExactSpan(leftFrom)} only, because there are too many; select a shorter time to compare all`,
          details: { from_s: leftFrom },
        },
      ];
