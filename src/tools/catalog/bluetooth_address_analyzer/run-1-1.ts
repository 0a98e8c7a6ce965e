import type { z } from 'zod';
import { toolError } from '../../contract/errors.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { contradiction } from '../../linkage/constraints.ts';
import { evidenceOf } from './evidence.ts';
import { analyse } from './run.ts';
import type { Input, Output } from './schema-1-1.ts';
import { succeed } from '../../linkage/successors.ts';
import type { ModelEdition } from '../../linkage/editions.ts';
import type { Times } from '../../linkage/times.ts';

/** The model that learns from the selection, with what its links rest on; constraints that contradict each other are refused first. */
export async function run<Answer extends z.output<typeof Output> = z.output<typeof Output>>(
  args: z.output<typeof Input>,
  capabilities: ToolCapabilities,
  { times, model }: { readonly times: Times; readonly model: ModelEdition },
): Promise<ToolOutcome<Answer>> {
  const { constraints = [] } = args;
  const broken = contradiction(constraints);
  if (broken !== undefined) {
    const message = `expected each pair of two different addresses under one rule, got ${broken.address_a} and ${broken.address_b} under ${broken.rule} as well`;
    return { status: 'error', errors: [toolError('INVALID_VALUE', message, ['arguments', 'constraints'])] };
  }
  const outcome = await analyse(args, capabilities, succeed, (found) => evidenceOf(found, args, model), {
    constraints,
    times,
    edition: model,
  });
  // On the time base of the captures each class says whether its address only asks; the schema of the version knows.
  return outcome as ToolOutcome<Answer>;
}
