import type { SchemaProfile } from './parameters.ts';

/** The strict form of OpenAI's function calling: every property required, what may be left out may be null, no free keys. */
export const OPENAI_STRICT: SchemaProfile = {
  said: new Set(['minLength', 'maxLength', 'uniqueItems', 'default']),
  dropped: new Set(['$schema', 'examples', 'title']),
  nullable: true,
  closed: true,
};
