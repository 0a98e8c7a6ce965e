/**
 * How schemas are read, here and in the tests that hold other validators against ours. `ownProperties`: an
 * inherited name is no key. `strictNumbers`: NaN and Infinity are no numbers.
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

/** A schema without the words for readers, which decide nothing. @param {any} node @returns {any} */
export function bare(node) {
  if (Array.isArray(node)) return node.map(bare);
  if (typeof node !== 'object' || node === null) return node;
  const keep = Object.entries(node).filter(([key]) => !WORDS.includes(key));
  return Object.fromEntries(keep.map(([key, value]) => [key, key === 'properties' ? bareMembers(value) : bare(value)]));
}

/** A property may itself be called `description`. @param {Record<string, unknown>} members */
const bareMembers = (members) => Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, bare(schema)]));
