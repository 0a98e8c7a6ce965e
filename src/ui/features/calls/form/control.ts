import type { JsonSchema } from '../../../../tools/contract/index.ts';
import type { Path } from '../../../state/json-edit.ts';
import type { FormState } from './form-state.svelte.ts';

/** Props of every control of the form. */
export interface Control {
  readonly form: FormState;
  readonly path: Path;
  /** Id of the element that the label names. */
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  /** Ids of the elements that describe the control. */
  readonly described: string;
  readonly wrong: boolean;
  readonly node: JsonSchema;
}

/** Attributes of the element that the label names, for assistive technology. */
export const attributesOf = ({ id, described, required, wrong }: Control) =>
  ({ id, 'aria-describedby': described, 'aria-required': required, 'aria-invalid': wrong }) as const;

/** The same for a field that keeps typed text with a fault of its own, drawn under the id `<id>-held`. */
export const heldAttributesOf = ({ described, wrong, ...control }: Control, fault: string) =>
  attributesOf({ ...control, described: `${control.id}-held ${described}`, wrong: wrong || fault !== '' });

/** Placeholder of an empty field: the schema's default or an example. */
export function placeholderOf({ default: standard, examples }: JsonSchema): string {
  const shown = standard ?? (Array.isArray(examples) ? (examples[0] as unknown) : undefined);
  if (shown === undefined) return '';
  return `${standard === undefined ? 'e.g. ' : ''}${typeof shown === 'string' ? shown : JSON.stringify(shown)}`;
}
