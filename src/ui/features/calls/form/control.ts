import type { JsonSchema } from '../../../../tools/contract/index.ts';
import type { Path } from '../../../state/json-edit.ts';
import type { FormState } from './form-state.svelte.ts';

/** What every control of the form is given. */
export interface Control {
  readonly form: FormState;
  readonly path: Path;
  /** Of the element that the label names. */
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  /** Ids of what is said about it. */
  readonly described: string;
  readonly wrong: boolean;
  readonly node: JsonSchema;
}

/** What assistive technology is told of the element that the label names. */
export const attributesOf = ({ id, described, required, wrong }: Control) =>
  ({ id, 'aria-describedby': described, 'aria-required': required, 'aria-invalid': wrong }) as const;

/** A default or an example, as the place of a value shows it. */
export function placeholderOf({ default: standard, examples }: JsonSchema): string {
  const shown = standard ?? (Array.isArray(examples) ? (examples[0] as unknown) : undefined);
  if (shown === undefined) return '';
  return `${standard === undefined ? 'e.g. ' : ''}${typeof shown === 'string' ? shown : JSON.stringify(shown)}`;
}
