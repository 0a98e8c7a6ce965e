/** Finds whether a name means an argument, by the words of the argument's name and description. */
import { isRecord, type SchemaNode } from '../contract/json-schema.ts';
import { millisecondsPer } from './units.ts';
import { bare } from './words.ts';

/** Groups of words that mean the same, in this and other programs. A word may be in several groups. */
const CONCEPTS: readonly (readonly string[])[] = [
  'most maximum max limit cap top take first largest longest upto ceiling',
  'least minimum min lowest smallest floor',
  'count number num many n size amount total length',
  'group grouping groupby by partition split segment facet stratify level category class bucket between',
  'response dependent explained outcome metric measure dv y target predicted predict label value endog',
  'predictor feature regressor covariate independent explanatory x input exog iv',
  'hypothesis hypothesized null mu h0 popmean reference expected',
  'margin delta tolerance equivalence bound',
  'adjust adjustment correction corrected multiplicity padjust',
  'normalize standardize scale zscore center normalization standardization',
  'kind type typ sort',
  'example sample preview',
  'label name title alias tag caption',
  'file path filename output outfile destination',
  'address addr mac bdaddr device peer peripheral central emitter',
  'window gap silence timeout horizon',
  'bin bucket interval step',
  'query sql statement code text q question search keyword word prompt',
  'quantile percentile prob probability q fraction',
  'success positive event hit',
  'pair paired pairwise second matched partner',
  'skip offset start from',
  'link linkage linking chain follow track',
  'column field variable var col select attribute',
  'correlation corr',
  'format extension ext encoding',
  'robust covariance cov vcov hc',
  'significance alpha',
  'rotation rotate rotating',
  'observation observed obs packet frame seen sighting',
  'id identifier name',
  'contain contains substring match like',
  'comparison compare test',
].map((words) => words.split(' '));

/** Words of names that have no meaning beside other words, and words that have little. */
const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an the of for in to at with use using is set which val param parameter arg argument list array item row entry result record option ' +
    'enable enabled include included col column field variable var name data p no'
  ).split(' '),
);
const VAGUE: ReadonlySet<string> = new Set('mode method model kind type value input output request'.split(' '));
/** Words of descriptions that say nothing about what is described. */
const PLAIN: ReadonlySet<string> = new Set(
  (
    'a an and are as at be by does each for from has how in into is it its not of on one only or that the their them these this those to was what ' +
    'whether which with when absent name column columns whose value values make all'
  ).split(' '),
);
/** Words that negate a name, or that request something which no argument here does. */
const TURNING =
  /^(?:no|not|non|without|un|exclude|excluding|skip|omit|disable|except|drop|ignore|sort|order|asc|desc|distinct|unique|last|before|after)$/;

const stemOf = (word: string): string => {
  if (word.length < 5) return word.replace(/(?<=\w{2})(?<!s)s$/, '');
  return word.replace(/(?:(?<=ss)es|ies|(?<!s)s)$/, (end) => (end === 'ies' ? 'y' : '')).replace(/(?<=\w{4})(?:ing|ed|ment)$/, '');
};
const wordsIn = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && (word.length === 1 || word === 'second' || millisecondsPer(word) === undefined))
    .map(stemOf);

const BY_WORD = new Map<string, Set<number>>();
CONCEPTS.forEach((group, at) => {
  for (const word of group) BY_WORD.set(stemOf(word), (BY_WORD.get(stemOf(word)) ?? new Set()).add(at));
});

function areOne(one: string, other: string): boolean {
  if (one === other) return true;
  const meant = BY_WORD.get(other);
  return meant !== undefined && [...(BY_WORD.get(one) ?? [])].some((concept) => meant.has(concept));
}

/** Returns the first clause of a description. */
const saidOf = (node: unknown): string[] => {
  const said = isRecord(node) && typeof node['description'] === 'string' ? node['description'] : '';
  return wordsIn((/^[^;:.]*/.exec(said)?.[0] ?? '').replace(/\bat most\b/g, 'maximum')).filter((word) => !PLAIN.has(word));
};

/**
 * Rates how well a name means an argument; 0 if some of its words do not fit the argument. Words of the argument's own name count more than
 * those of its description.
 * @param node the argument's schema
 */
export function likeness(key: string, name: string, node: unknown): number {
  const all = wordsIn(key);
  if (all.length === 0 || all.length > 6 || all.some((word) => TURNING.test(word))) return 0;
  const telling = all.filter((word) => !FILLERS.has(word));
  const clear = telling.filter((word) => !VAGUE.has(word));
  const words = [clear, telling, all].find((each) => each.length > 0) ?? all;
  const [own, said] = [wordsIn(name).filter((word) => word !== 'by'), saidOf(node)];
  const short = bare(key);
  if (short.length > 4 && new RegExp(`(?:^|_)${[...short].join('_?')}(?:_|$)`).test(name)) return 4;
  let total = 0;
  for (const word of words) {
    if (own.includes(word)) total += 4;
    else if (own.some((each) => areOne(word, each))) total += 3;
    else if (said.includes(word)) total += 2;
    else if (said.some((each) => areOne(word, each))) total += 1;
    else return 0;
  }
  return total / words.length;
}

/** Returns the argument that a name means best; undefined if it means none, or several equally well. */
export function argumentMeant(key: string, schema: SchemaNode, mayTake: (name: string, node: SchemaNode) => boolean): string | undefined {
  const rated = Object.entries(isRecord(schema['properties']) ? schema['properties'] : {})
    .map(([name, node]) => ({ name, node, likes: likeness(key, name, node) }))
    .filter(({ name, node, likes }) => likes > 0 && isRecord(node) && mayTake(name, node))
    .sort((a, b) => b.likes - a.likes);
  const [first, second] = rated;
  return first === undefined || first.likes === second?.likes ? undefined : first.name;
}
