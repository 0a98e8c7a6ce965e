import type { SchemaProfile } from './parameters.ts';

/** The strict form of OpenAI's function calling: every property is required, optional ones may be null, and no other keys are allowed. */
export const OPENAI_STRICT: SchemaProfile = {
  said: new Set(['minLength', 'maxLength', 'uniqueItems', 'default']),
  dropped: new Set(['$schema', 'examples', 'title']),
  nullable: true,
  closed: true,
};
