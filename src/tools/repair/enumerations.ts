/** Finds the value of a fixed set that a text means. */
import { bare, knownName } from './words.ts';

/** Groups of names that other programs use for the same method, file format or type. */
const SYNONYMS: readonly (readonly string[])[] = [
  'ndjson jsonl jsonlines newlinedelimitedjson ldjson',
  'csv commaseparated commaseparatedvalues',
  'parquet pq',
  'linearregression ols lm leastsquares ordinaryleastsquares linear linearmodel',
  'tukeykramer tukey tukeyhsd hsd',
  'holm holmbonferroni bonferroniholm',
  'spearman spearmansrho spearmanr spearmanrho spearmanρ rho',
  'pearson pearsonr pearsonsr',
  'kendall kendallstau kendalltau kendallτ tau',
  'i 1',
  'ii 2',
  'iii 3',
  'oneway 1way onefactor singlefactor',
  'twoway 2way twofactor twofactors twocrossedfactors twofactorial',
  'repeated repeatedmeasures withinsubjects withinsubject within',
  'linkage link linking',
  'onesample singlesample',
  'twosample independentsamples twoindependentsamples independent unpaired unpairedsamples',
  'paired pairedsamples dependentsamples matched matchedpairs',
  'benjaminihochberg fdr bh fdrbh fdrbenjaminihochberg',
  'wilcoxon wilcoxonsignedrank signedrank',
  'mannwhitney mannwhitneyu ranksum wilcoxonranksum',
  'logistic logit binomial bernoulli',
  'chisquare chisquared chisq chi2 χ2 pearsonchisquare pearsonchisquared',
  'fisher fisherexact',
].map((group) => group.split(' '));

/** Matches words around a value that only say what kind of value it is. */
const KIND =
  /^(?:files?|format|mode|tests?|methods?|type|model|anova|correlation|coefficient|errors?|design|analysis|the|only|an?|based|approach|style|kind|option|ss|squares|sums?|of|rank|procedure|corrections?|regression|adjustments?|estimator|standard|t|z|rows?|with|missing|values?|cases?|robust|independence|families)$/;

/** `2 proportions` */
const COUNTS: Readonly<Record<string, string>> = { 1: 'one', 2: 'two' };

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .replace(/['’]s\b/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Finds the allowed value that a text names. @param values the allowed values as texts */
export function valueNamed(written: string, values: readonly string[]): string | undefined {
  const [, alone, remark = ''] = /^(.+?)\s*(?:\(([^()]*)\)|—.*|\s-\s.*)$/.exec(written) ?? [];
  const isExplained = alone !== undefined && !/\b(?:not|no|except|without|or|unless)\b/i.test(remark);
  const spelt = knownName(written, values) ?? (isExplained ? knownName(alone, values) : undefined);
  if (spelt !== undefined || written.trim() === '') return spelt;
  const plain = written
    .trim()
    .replace(/^[a-z]+\/(?:x-|vnd\.)?/i, '')
    .replace(/^\./, '')
    .replace(/^(?:\w+\.)*(\w+)\(\)$/, '$1')
    .replace(/^\w+\(\s*(?:\w+\s*=\s*)?(["'])(\w+)\1\s*\)$/, '$2')
    .replace(/^[A-Z]\w*(?:\.|::)(?=\w+$)/, '');
  const words = wordsOf(plain);
  const own = words.filter((word) => !KIND.test(word));
  for (const rest of [words, own, words.map((word) => COUNTS[word] ?? word)]) {
    const found = rest.length === 0 ? [] : values.filter((value) => isNamed(rest, value) || isNamedTwice(rest, value));
    if (found.length === 1) return found[0];
  }
  const inside = values.filter((value) => words.length > 0 && words.every((word) => wordsOf(value).includes(word)));
  if (inside.length === 1) return inside[0];
  // Of three values, `both` means the one that combines the other two.
  const others = values.filter((value) => !/^(?:both|all|none)$/.test(value));
  const isAll = others.length > 1 && others.every((value) => wordsOf(value).every((word) => words.includes(word)));
  return isAll ? values.find((value) => value === (others.length === 2 ? 'both' : 'all')) : undefined;
}

function isNamed(words: readonly string[], value: string): boolean {
  const [name, known] = [words.join(''), bare(value)];
  if (name === known || SYNONYMS.some((group) => group.includes(name) && group.includes(known))) return true;
  const parts = wordsOf(value);
  return parts.length === words.length && parts.every((part, at) => isAkin(part, words[at] ?? ''));
}

/** Whether a text names one value twice, as in `OLS linear`. */
const isNamedTwice = (words: readonly string[], value: string): boolean =>
  words.some((_, at) => at > 0 && isNamed(words.slice(0, at), value) && isNamed(words.slice(at), value));

/** Whether one word begins with the other, or both share a long stem: `spec` and `specification`, `classify` and `classification`. */
function isAkin(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  let same = 0;
  while (same < short.length && short[same] === long[same]) same++;
  return short === long || (same >= 4 && same === short.length) || (same >= 6 && same >= short.length - 2);
}
