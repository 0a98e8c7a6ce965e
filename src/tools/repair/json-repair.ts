import { parseJsonText } from '../contract/json-text.ts';

/**
 * Mends what people and programs most often get wrong in JSON, without guessing at meaning: comments, trailing
 * commas, single quotes, bare keys, a plus before a number, a key given twice (the first counts), missing closers.
 */
export function mendJson(text: string): { value: unknown; why: string } | undefined {
  const steps: [string, (text: string) => string][] = [
    ['comments were taken out', (source) => outsideTexts(source, (part) => part.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' '))],
    ['single quotes became double ones', (source) => source.replace(/'((?:[^'"\\]|\\.)*)'/g, '"$1"')],
    ['keys were put in quotes', (source) => outsideTexts(source, (part) => part.replace(/([{,]\s*)([A-Za-z_]\w*)(\s*:)/g, '$1"$2"$3'))],
    ['a plus before a number was dropped', (source) => outsideTexts(source, (part) => part.replace(/([:,[]\s*)\+(?=\d)/g, '$1'))],
    ['commas before a closing bracket were dropped', (source) => outsideTexts(source, (part) => part.replace(/,(\s*[}\]])/g, '$1'))],
    ['missing closing brackets were added', closeBrackets],
  ];
  let source = text;
  const done: string[] = [];
  for (const [what, step] of [['', (same: string) => same] as const, ...steps]) {
    const next = step(source);
    if (what !== '' && next !== source) done.push(what);
    source = next;
    const value = firstWins(source);
    if (value !== undefined) return { value, why: done.length > 0 ? done.join('; ') : 'of a key given twice the first counts' };
  }
  return undefined;
}

/** The value of a text whose only faults are keys given twice. */
function firstWins(text: string): unknown {
  const parsed = parseJsonText(text);
  if (parsed.errors.length === 0) return parsed.value;
  return parsed.errors.every((error) => error.code === 'INVALID_JSON' && error.message.includes('every key once'))
    ? parsed.partial
    : undefined;
}

/** Applies a change to everything but the inside of string literals. */
const outsideTexts = (text: string, change: (part: string) => string): string =>
  text
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('');

function closeBrackets(text: string): string {
  const open: string[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === '{') open.push('}');
    else if (token === '[') open.push(']');
    else if (token === '}' || token === ']') open.pop();
  }
  return text.trimEnd().replace(/,$/, '') + open.reverse().join('');
}
