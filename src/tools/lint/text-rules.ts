/** Requirements on the texts of a manifest (DL-1 … DL-9, DL-41, DL-50 … DL-54). */
import { contradictions } from '../contract/effects.ts';
import { breach, textOf, leavesOf, type Breach, type LintRule } from './rule.ts';
import { bothTexts, GLOSSARY, overlap, sentencesOf, similarity, tokensOf, wordsOf } from './words.ts';
import type { ToolManifest } from '../contract/index.ts';

const AT = '/description';
const VAGUE = /^(?:handles?|manages?|processes|does|gets?|works?|deals|performs|runs|helps|supports)$/i;
const MUTATING = /^(?:deletes?|removes?|writes?|changes?|updates?|creates?|adds?|sets?|moves?|sends?)$/i;
const LEAKS =
  /https?:\/\/|\b(?:GET|POST|PUT|PATCH|DELETE) \/|\bHTTP\b|\bSELECT\b.+\bFROM\b|\b(?:INSERT|UPDATE|DROP) |\b(?:DuckDB|WebAssembly|wasm|worker|kernel|zod|ajv|Arrow|localStorage|IndexedDB|comlink)\b|\bprocess\.env\b|\b(?:sk|ghp)[-_][A-Za-z0-9]{8,}|\/(?:home|usr|src)\//;
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]|\p{Cc}/u;
const ORDERS =
  /ignore (?:all |any )?previous|before (?:using |calling )?any other tool|do not tell|<\/?(?:system|important|instructions?)>|you must always|secretly/i;
const MARKUP = /<[a-z][^>]*>|!?\[[^\]]*\]\([^)]*\)|https?:\/\//i;

const firstSentence = (manifest: ToolManifest): string => sentencesOf(manifest.description)[0] ?? '';

/** Lists all texts of a manifest that readers see, with their location. */
function textsOf(manifest: ToolManifest): { pointer: string; text: string }[] {
  const schemas = [...leavesOf(manifest.input_schema, '/input_schema'), ...leavesOf(manifest.output_schema, '/output_schema')];
  return [
    { pointer: AT, text: manifest.description },
    { pointer: '/long_description', text: manifest.long_description ?? '' },
    { pointer: '/title', text: manifest.title },
    ...schemas.map((leaf) => ({ pointer: `${leaf.pointer}/description`, text: textOf(leaf.node) })),
  ];
}

const everywhere = (manifest: ToolManifest, pattern: RegExp, message: string): Breach[] =>
  textsOf(manifest).flatMap(({ pointer, text }) => (pattern.test(text) ? [breach(pointer, message)] : []));

const when = (condition: boolean, pointer: string, message: string): Breach[] => (condition ? [breach(pointer, message)] : []);

export const textRules: readonly LintRule[] = [
  {
    id: 'DL-1',
    severity: 'error',
    asks: 'The first sentence says what the tool does: a third-person verb and an object, not the name again.',
    check: (manifest) => {
      const words = wordsOf(firstSentence(manifest));
      return [
        ...when(words.length < 4, AT, 'the first sentence has fewer than 4 words'),
        ...when(
          !/^[A-Z][a-z]+s$/.test(words[0] ?? ''),
          AT,
          `the first word should be a verb in the third person, is ${words[0] ?? 'nothing'}`,
        ),
        ...when(
          overlap(tokensOf(firstSentence(manifest)), tokensOf(manifest.name)) >= 0.8,
          AT,
          'the first sentence only says the name again',
        ),
      ];
    },
  },
  {
    id: 'DL-2',
    severity: 'error',
    asks: '60 to 500 characters, the first 200 stand alone, and three sentences or more with the long description.',
    check: (manifest) => {
      const { length } = manifest.description;
      return [
        ...when(length < 60 || length > 500, AT, `expected 60 to 500 characters, got ${String(length)}`),
        ...(firstSentence(manifest).length > 200 ? [breach(AT, 'the first sentence does not end within 200 characters', 'warning')] : []),
        ...(sentencesOf(bothTexts(manifest)).length < 3 ? [breach(AT, 'fewer than three sentences', 'warning')] : []),
      ];
    },
  },
  {
    id: 'DL-3',
    severity: 'error',
    asks: 'Says when to use the tool.',
    check: ({ description }) => when(!/\bUse (?:it|this|when|for|to)\b/.test(description), AT, 'no clause "Use it when/for/to …"'),
  },
  {
    id: 'DL-4',
    severity: 'warning',
    asks: 'Preconditions are mentioned in the text.',
    check: (manifest) =>
      (manifest.preconditions ?? []).flatMap((precondition, index) => {
        const covered = overlap(
          tokensOf(precondition).filter((token) => token.length > 4),
          tokensOf(bothTexts(manifest)),
        );
        return when(covered < 0.3, `/preconditions/${String(index)}`, 'the text does not mention this precondition');
      }),
  },
  {
    id: 'DL-5',
    severity: 'error',
    asks: 'Nothing of the implementation shows: no hosts, paths, statements, libraries or tokens.',
    check: (manifest) => everywhere(manifest, LEAKS, 'the text shows how the tool is built'),
  },
  {
    id: 'DL-6',
    severity: 'warning',
    asks: 'The scope is not vague.',
    check: (manifest) => when(VAGUE.test(wordsOf(firstSentence(manifest))[0] ?? ''), AT, 'the first verb says nothing about the scope'),
  },
  {
    id: 'DL-7',
    severity: 'error',
    asks: 'Says when not to use the tool; named alternatives exist.',
    check: (manifest, { siblings }) => [
      ...when(!/\b(?:Do not use|Not for|Not to)\b/.test(manifest.description), AT, 'no clause "Do not use it …"'),
      ...[...(manifest.alternatives ?? []), ...(manifest.fallback ? [manifest.fallback] : [])].flatMap((name) =>
        when(!siblings.some((sibling) => sibling.name === name), '/alternatives', `there is no tool ${name}`),
      ),
    ],
  },
  {
    id: 'DL-8',
    severity: 'warning',
    asks: 'No pasted reference: no code, no tables, no long JSON.',
    check: (manifest) =>
      when(/```|\bcurl \b|\{[^}]{80,}\}|\|.+\|.+\|/.test(bothTexts(manifest)), AT, 'the text holds pasted reference material'),
  },
  {
    id: 'DL-9',
    severity: 'warning',
    asks: 'Acronyms are known or explained; sentences have at most 30 words.',
    check: (manifest) => {
      const text = bothTexts(manifest);
      const unknown = wordsOf(text).filter(
        (word) => /^[A-Z]{2,}$/.test(word) && !GLOSSARY.has(word) && !text.includes(`${word} (`) && !text.includes(`(${word})`),
      );
      const long = sentencesOf(text).filter((sentence) => wordsOf(sentence).length > 30);
      return [
        ...unknown.map((word) => breach(AT, `${word} is not explained`)),
        ...long.map((sentence) => breach(AT, `a sentence of ${String(wordsOf(sentence).length)} words: ${sentence.slice(0, 60)}…`)),
      ];
    },
  },
  {
    id: 'DL-41',
    severity: 'warning',
    asks: 'Two tools that read alike refer to each other.',
    check: (manifest, { siblings }) =>
      siblings.flatMap((sibling) => {
        if (sibling.name === manifest.name || similarity(manifest.description, sibling.description) <= 0.6) return [];
        return when(!bothTexts(manifest).includes(sibling.name), AT, `reads like ${sibling.name} and does not say how it differs`);
      }),
  },
  {
    id: 'DL-50',
    severity: 'error',
    asks: 'No invisible or disguised text.',
    check: (manifest) => [
      ...everywhere(manifest, INVISIBLE, 'the text contains invisible characters'),
      ...everywhere(
        manifest,
        /\p{Script=Latin}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}]\p{Script=Latin}/u,
        'a word mixes scripts',
      ),
    ],
  },
  {
    id: 'DL-51',
    severity: 'error',
    asks: 'No instructions to the reader beyond the use of the tool.',
    check: (manifest) => everywhere(manifest, ORDERS, 'the text gives orders to its reader'),
  },
  {
    id: 'DL-52',
    severity: 'warning',
    asks: 'No markup, links or images.',
    check: (manifest) => everywhere(manifest, MARKUP, 'the text holds markup or a link'),
  },
  {
    id: 'DL-53',
    severity: 'error',
    asks: 'The text is honest about effects, and effect, category, caching and determinism do not contradict each other.',
    check: (manifest) => {
      const against = contradictions(manifest).map((message) => breach('', message));
      if (against.length > 0) return against;
      const verb = wordsOf(firstSentence(manifest))[0] ?? '';
      if (manifest.effect === 'read_only') return when(MUTATING.test(verb), AT, `the tool changes nothing, but its first verb is ${verb}`);
      const says = /\b(?:chang|writ|delet|remov|creat|sav|export|send)/i.test(manifest.description);
      return when(!says, AT, `the effect is ${manifest.effect}, and the text does not say so`);
    },
  },
  {
    id: 'DL-54',
    severity: 'warning',
    asks: 'Probabilistic output carries the note that it is no proof.',
    check: (manifest) => {
      const leaves = leavesOf(manifest.output_schema, '/output_schema');
      const probabilistic = leaves.some((leaf) => /probabilit|confidence$/.test(leaf.name));
      return when(
        probabilistic && !/\bnot\b/.test(manifest.confidence_semantics ?? ''),
        '/confidence_semantics',
        'probabilities are returned without saying what they are not',
      );
    },
  },
];
