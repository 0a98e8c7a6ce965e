import type { Immutable } from './immutable.ts';
import { jsonObject, text } from './identifiers.ts';
import { ToolInvocation } from './invocation.ts';
import { z } from './zod.ts';

/** Several calls as one value (S0 §6 "Plan"): an ordered list, or a document with dependencies between steps. */
export const PLAN_FORMAT = 'capture-workbench/plan';
/** Version of the plan format. Newer documents are rejected, and there is no older version. */
export const PLAN_VERSION = 1;
/** Maximum number of calls of a plan, including repairs. */
export const MOST_STEPS = 256;
export const MOST_PARALLEL = 8;

/** Schema of a step's id, as used in references: `$steps.overview.summary`. */
const stepId = () => z.string().regex(/^[A-Za-z_]\w{0,63}$/);

/** An ordered list of calls. */
export const Plan = z.array(ToolInvocation).min(1).max(MOST_STEPS).describe('Calls in the order in which they run.');

export const PlanStepDocument = z.strictObject({
  id: stepId()
    .describe('Name of the step, unique within the plan.')
    .meta({ examples: ['overview'] }),
  needs: z
    .array(stepId())
    .max(MOST_STEPS)
    .describe('Steps that must have given a result before this one runs, besides those that its arguments refer to.')
    .optional(),
  for_each: z
    .literal('captures')
    .describe('One call for each capture of capture_selection.capture_ids; for every open one where none is named.')
    .optional(),
  // Validated separately for each step, so that one invalid call does not hide the others (S0-6.4).
  invocation: jsonObject().describe('The call; texts in its arguments such as $steps.overview.structured_output.row_count are references.'),
});

export const PlanDocument = z.strictObject({
  format: z.literal(PLAN_FORMAT).describe('What this document is.'),
  version: z.literal(PLAN_VERSION).describe('Version of the format.'),
  title: text(1, 200).describe('What the plan is for.').optional(),
  parallel: z
    .int()
    .min(1)
    .max(MOST_PARALLEL)
    .describe('How many independent read-only steps may run at once; 1 when absent.')
    .meta({ 'x-unit': 'steps', examples: [1] })
    .optional(),
  steps: z.array(PlanStepDocument).min(1).max(MOST_STEPS).describe('The steps; references point to earlier ones.'),
});

export type PlanDocument = Immutable<z.infer<typeof PlanDocument>>;
