import { once } from '../../base/once.ts';
import { generated, type AheadOfTime } from './schema.ts';

/** Where a registry finds the validators of a tool, by `<name>@<version>`. */
export interface ToolValidators {
  input(tool: string): AheadOfTime | undefined;
  output(tool: string): Promise<AheadOfTime | undefined>;
}

const outputs = once(() => import('./generated/output-validators.js'));

/** What the build compiled. Answers are checked after a tool has run, so their validators (half of all) are no part of the first load. */
export const shippedValidators: ToolValidators = {
  input: (tool) => generated(`tool:${tool}:input`),
  async output(tool) {
    const { validators: found } = await outputs();
    return Object.hasOwn(found, tool) ? found[tool] : undefined;
  },
};
