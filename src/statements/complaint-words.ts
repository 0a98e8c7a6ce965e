/** An error of the query engine about a statement: its first sentence and the text after it. */
export interface Complaint {
  readonly message: string;
  readonly hint: string;
}

export interface SqlWords {
  readonly words: string;
  /** A word that the query engine suggests in place of a wrong one in the statement; null if it suggests none. */
  readonly instead: string | null;
}

type Rule = readonly [pattern: RegExp, words: (found: readonly string[], hint: string) => string];

const candidates = (hint: string): readonly string[] => [...hint.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
const among = (hint: string): string => {
  const names = candidates(hint);
  return names.length === 0 ? '' : ` Close to it: ${names.slice(0, 5).join(', ')}.`;
};
const forms = (hint: string): string => {
  const list = /Candidate functions: (.*)$/.exec(hint)?.[1]?.match(/\S+\([^)]*\)/g) ?? [];
  return list.length === 0 ? '' : ` It takes ${list.slice(0, 6).join(', ')}${list.length > 6 ? ' and more' : ''}.`;
};

/** Rules that put DuckDB errors, as people see them often, into plain words. */
const RULES: readonly Rule[] = [
  [/Referenced column "(.+)" not found/, ([, name], hint) => `There is no column "${name}" in the tables of FROM.${among(hint)}`],
  [/Referenced table "(.+)" not found/, ([, name], hint) => `No table in FROM is called "${name}".${among(hint)}`],
  [
    /Table with name (.+) does not exist/,
    ([, name], hint) => `There is no table "${name}": the open captures are the tables.${among(hint)}`,
  ],
  [/Function with name (.+) does not exist/, ([, name], hint) => `There is no function "${name}".${among(hint)}`],
  [
    /column "(.+)" must appear in the GROUP BY/,
    ([, name]) => `"${name}" is neither grouped nor aggregated: add it to GROUP BY, or write any_value(${name}).`,
  ],
  [
    /WHERE clause cannot contain aggregates/,
    () => 'WHERE cannot contain aggregates such as count and sum: write them in HAVING, after GROUP BY.',
  ],
  [/syntax error at end of input/, () => 'The query is incomplete: it ends too early.'],
  [
    /syntax error at or near "(.*)"/,
    ([, word]) => `"${word}" is not valid here: the word before it may be misspelt, or a comma may be missing.`,
  ],
  [
    /unterminated quoted (string|identifier)/,
    ([, what]) => `The ${what === 'string' ? 'text' : 'name'} that starts here has no closing quote.`,
  ],
  [/No function matches .* '(.+?)\((.*)\)'/, ([, name, types], hint) => `${name} does not take (${types}).${forms(hint)}`],
  [
    /best candidate function for the function call "(.+?)\((.*)\)"/,
    ([, name, types], hint) => `${name} is ambiguous for (${types}): write the type, as in CAST(x AS DOUBLE).${forms(hint)}`,
  ],
  [
    /Could not convert string '(.*)' to (\S+)/,
    ([, text, type]) => `The text '${text}' is not a ${type}: TRY_CAST gives NULL for it instead.`,
  ],
  [/a second one after the semicolon/, () => 'One statement runs at a time: put the cursor into the one to run.'],
];

/** Puts an error into plain words, with a replacement for the wrong word if the engine suggests one. */
export function sqlWords({ message, hint }: Complaint): SqlWords {
  for (const [pattern, words] of RULES) {
    const found = pattern.exec(message);
    if (found)
      return {
        words: words(found, hint),
        instead: /Did you mean|Candidate (?:bindings|tables)/.test(hint) ? (candidates(hint)[0] ?? null) : null,
      };
  }
  return { words: hint === '' ? message : `${message} ${hint}`, instead: null };
}
