import { once } from '../../base/once.ts';
import { generated, type AheadOfTime } from './schema.ts';

/** Returns the validators of a tool by `<name>@<version>`. */
export interface ToolValidators {
  input(tool: string): AheadOfTime | undefined;
  output(tool: string): Promise<AheadOfTime | undefined>;
}

const outputs = once(() => import('./generated/output-validators.js'));

/**
 * The validators compiled by the build. Those for answers (half of all) are needed only after a tool has run, so they are not part of the
 * first load.
 */
export const shippedValidators: ToolValidators = {
  input: (tool) => generated(`tool:${tool}:input`),
  async output(tool) {
    const { validators: found } = await outputs();
    return Object.hasOwn(found, tool) ? found[tool] : undefined;
  },
};
