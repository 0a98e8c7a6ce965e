/**
 * Options for compiling schemas, here and in the tests that compare other validators with ours. `ownProperties`: inherited names are not
 * keys. `strictNumbers`: NaN and Infinity are not numbers.
 */
export const AJV_OPTIONS = {
  strict: true,
  allowUnionTypes: true,
  strictNumbers: true,
  ownProperties: true,
  allErrors: true,
  validateFormats: false,
  messages: false,
  unicodeRegExp: true,
};

const WORDS = ['description', 'examples', 'default', 'x-unit', 'x-coerce', 'format'];

/** A schema without descriptions and other annotations, which do not affect validation. @param {any} node @returns {any} */
export function bare(node) {
  if (Array.isArray(node)) return node.map(bare);
  if (typeof node !== 'object' || node === null) return node;
  const keep = Object.entries(node).filter(([key]) => !WORDS.includes(key));
  return Object.fromEntries(keep.map(([key, value]) => [key, key === 'properties' ? bareMembers(value) : bare(value)]));
}

/** A property may itself be called `description`. @param {Record<string, unknown>} members */
const bareMembers = (members) => Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, bare(schema)]));
