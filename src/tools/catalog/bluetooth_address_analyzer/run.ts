import { amount } from '../../../base/amount.ts';
import { throwIfAborted } from '../../../base/failure.ts';
import { yieldToEventLoop } from '../../../base/yield-to-event-loop.ts';
import { NO_ADDRESSES } from '../../../tables/no-addresses.ts';
import { toolError } from '../../contract/errors.ts';
import type { NextCall } from '../../contract/index.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { caveatsOf } from './caveats.ts';
import { classify, type Classified } from '../../linkage/classify.ts';
import { contradiction } from '../../linkage/constraints.ts';
import { bounded } from './bounds.ts';
import { clustersOf, shownLinks } from './clusters.ts';
import type { Observation } from '../../linkage/observe.ts';
import { observe } from '../../linkage/observe.ts';
import { EDITIONS, type ModelEdition } from '../../linkage/editions.ts';
import { succeed } from '../../linkage/successors.ts';
import { WITH_LOSSES } from '../../linkage/times.ts';
import { evidenceOf } from './evidence.ts';
import { afterAnalysis } from './next.ts';
import type { Answer, Arguments } from './schema.ts';
import { segmentsOf } from './segments.ts';
import { summaryOf } from './words.ts';

/** The call to suggest if the capture is a browser's scan, which has opaque device ids instead of addresses. */
const onIds = (rows: number): NextCall => ({
  tool: 'device_id_analyzer',
  arguments: {},
  why: 'Analyse the opaque ids instead of addresses: interval, strength and presence of each, and which ids probably follow one another.',
  expectedOutcome: `Ids in ${amount(rows, 'row')}.`,
  benefit: { measure: 'rows_explained', share: rows > 0 ? 1 : 0 },
  category: 'correction',
});

/**
 * Analyses the addresses of the selected rows: classes, clusters, segments and evidence. Contradictory constraints are rejected first.
 * @param model which edition of the linkage model to use
 */
export async function run(args: Arguments, capabilities: ToolCapabilities, model: ModelEdition['version']): Promise<ToolOutcome<Answer>> {
  const { constraints = [] } = args;
  const broken = contradiction(constraints);
  if (broken !== undefined) {
    const message = `expected each pair of two different addresses under one rule, got ${broken.address_a} and ${broken.address_b} under ${broken.rule} as well`;
    return { status: 'error', errors: [toolError('INVALID_VALUE', message, ['arguments', 'constraints'])] };
  }
  const edition = EDITIONS[model];
  const observation = await observe(args.address_columns, capabilities, WITH_LOSSES);
  if (observation.addresses.length === 0) {
    const why = capabilities.selection.captures.flatMap(({ warnings }) => warnings).find(({ code }) => code === NO_ADDRESSES.code);
    const message = `expected frames with a Bluetooth address and a good CRC, found none in ${String(observation.rows)} selected rows${why ? `: ${why.message}` : ''}`;
    return {
      status: 'error',
      errors: [toolError('INSUFFICIENT_DATA', message, ['capture_selection'])],
      ...(why && { hints: { next: [onIds(observation.rows)] } }),
    };
  }
  const minimum = args.min_observation_count;
  await nextStage(capabilities);
  const classes = classify(observation, minimum);
  await nextStage(capabilities);
  const linkage =
    args.analysis_mode === 'classification'
      ? null
      : await succeed(observation, { window_s: args.linkage_window_s, model: args.rpa_rotation_model, constraints, edition }, capabilities);
  await nextStage(capabilities);
  const links = linkage === null ? [] : shownLinks(linkage.candidates, observation, minimum);
  const { clusters, left: unlisted } = linkage === null ? { clusters: [], left: 0 } : clustersOf(links, linkage.candidates, observation);
  await nextStage(capabilities);
  const all = {
    classes: args.analysis_mode === 'linkage' ? [] : withAsking(classes, observation),
    clusters,
    segments: segmentsOf(observation),
  };
  await nextStage(capabilities);
  const { segments, classes: listed, left: unlistedRows } = bounded(all, observation);
  const { more, groups } = evidenceOf({ linkage, observation, minimum, links }, args, edition);
  await nextStage(capabilities);
  const left = { ...unlistedRows, clusters: unlisted, groups };
  const caveats = caveatsOf({ observation, minimum, window_s: args.linkage_window_s, linkage, links, left });
  const answer = {
    address_classification: listed,
    probabilistic_links: clusters,
    timeline_segments: segments,
    ...more,
  };
  const linked = clusters.reduce((sum, cluster) => sum + cluster.addresses.length, 0);
  return {
    status: caveats.partial ? 'partial' : 'ok',
    summary: summaryOf(
      { classified: listed.length, asking: listed.filter(onlyAsks).length, clusters: clusters.length, linked, segments: segments.length },
      args.analysis_mode,
    ),
    // The types of the result declare mutable arrays, although nothing changes them any more.
    structured_output: answer as Answer,
    warnings: caveats.warnings,
    ...(caveats.errors.length > 0 && { errors: caveats.errors }),
    confidence_inputs: confidenceInputs(),
    hints: {
      next: afterAnalysis({ args, captures: capabilities.selection.captures, observation, linkage, links, clusters }),
      noNext: 'no address advertises, or too many captures are selected to look at packets',
      riskFactors: caveats.risks,
      assumptions: [
        `Addresses rotate as rpa_rotation_model ${args.rpa_rotation_model} says`,
        'An address has at most one successor and one predecessor',
      ],
      reasoning: 'Links are shown from probability 0.5 on; the rationale of each names the evidence and the strongest competitor.',
    },
    measures: {
      rows: observation.rows,
      frames_with_address: observation.frames,
      addresses: observation.addresses.length,
      candidate_pairs: linkage?.considered ?? 0,
      links: links.length,
      gaps: observation.holes.length,
    },
  };

  function confidenceInputs(): Record<string, number> {
    const enough = observation.addresses.map((observed) => observed.frames >= minimum);
    const framesEnough = observation.addresses.reduce((sum, observed, at) => sum + (enough[at] ? observed.frames : 0), 0);
    const weighted = classes.reduce((sum, item, at) => sum + item.confidence * observation.addresses[at]!.frames, 0);
    const missing = observation.holes.reduce((sum, hole) => sum + hole.end - hole.start, 0);
    return {
      mean_class_confidence: framesEnough === 0 ? 0 : Math.min(weighted / framesEnough, 1),
      share_of_frames_in_classified_addresses: framesEnough / observation.frames,
      share_of_time_observed: observation.span === 0 ? 1 : 1 - missing / observation.span,
      mean_link_probability: links.length === 0 ? 1 : links.reduce((sum, pair) => sum + pair.probability, 0) / links.length,
    };
  }
}

/** Marks addresses that no frame names as advertiser: they only send scan or connection requests. */
function withAsking(classes: readonly Classified[], { addresses }: Observation): readonly Classified[] {
  return classes.map((item, at) => {
    const { frames, sent, advertised } = addresses[at]!;
    return advertised > 0 || frames > sent ? item : { ...item, only_asks: true };
  });
}

const onlyAsks = (item: Classified): boolean => item.only_asks === true;

/** Yields to the event loop between stages and ends a cancelled call. With 100,000 addresses all stages take over a second. */
async function nextStage({ signal }: ToolCapabilities): Promise<void> {
  await yieldToEventLoop();
  throwIfAborted(signal, 'the analysis');
}
