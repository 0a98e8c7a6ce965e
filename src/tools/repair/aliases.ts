import { isRecord, type SchemaNode } from '../contract/json-schema.ts';
import { specified } from './column-names.ts';
import { bare, knownName, only } from './words.ts';
import { millisecondsPer } from './units.ts';

/** Names of members that only explain a call and do not change what it requests. */
export const SMALL_TALK: ReadonlySet<string> = new Set(
  'reason reasoning rationale thought thoughts thinking explanation explain comment comments note notes description purpose intent goal confidence schema headline heading requestheartbeat heartbeat progress risk justification'.split(
    ' ',
  ),
);

/** Prefixes of such names, as in `next_thought` or `my_reasoning`. */
const TALKS = /^(?:next|my|agent|tool|call|task|security|short|brief|inner|current)$/;

/** Whether a member only explains a call, by its name. */
export function isTalk(key: string): boolean {
  if (SMALL_TALK.has(bare(key))) return true;
  const words = key
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return words.length > 1 && SMALL_TALK.has(words.at(-1) ?? '') && words.slice(0, -1).every((word) => TALKS.test(word));
}

/** Whether a member states how confident the caller is of its reasons, which are given beside it. */
export const isSure = (key: string, holder: object): boolean =>
  bare(key) === 'confidence' && Object.keys(holder).some((each) => bare(each) !== 'confidence' && isTalk(each));

/** Groups of names for the same argument, in this and other programs. The first name of a group that the tool has is used. */
const SYNONYMS: readonly (readonly string[])[] = [
  'sql query statement sqlquery querystring sqlstatement',
  'columns fields variables cols columnnames selectcolumns metrics measures',
  'features predictors independentvariables x xcolumns regressors covariates independent featurecolumns explanatoryvariables inputs iv rhs exog',
  'target response dependentvariable outcome y ycolumn dependent targetcolumn label dv lhs endog',
  'response dependentvariable outcome y target value valuecolumn dependent dv measure lhs endog measurement',
  'factors factor groups grouping groupby groupcolumns groupcolumn groupingvariables independentvariables independentvariable independent predictors iv conditions condition',
  'groupby groups by grouping groupcolumns groupbycolumns dimensions',
  'group groupby groupcol groupcolumn grouping',
  'duration time durationcol durationcolumn timecol timecolumn survivaltime timetoevent',
  'event status eventcol eventcolumn eventobserved',
  'covariates predictors features independentvariables',
  'alpha significance significancelevel siglevel pthreshold',
  'quantiles percentiles probabilities probs quantile percentile quantilelevels percentilelevels levels',
  'format fileformat filetype outputformat exportformat',
  'filename outputname basename outfile outputfile outputfilename',
  'addresses address macs mac macaddresses macaddress advertiseraddresses deviceaddresses bdaddr',
  'limit pagesize maxrows rowlimit rows maxresults resultlimit nrows numrows',
  'offset skip startrow',
  'analysismode mode analysistype analysis',
  'linkagewindows linkwindow linkagewindow window windowseconds windows maxgaps maxgap',
  'minobservationcount minobservations mincount minframes minimumobservations minimumobservationcount minobs',
  'rparotationmodel rotationmodel rotation',
  'timebins bins nbins histogrambins numbins timebincount',
  'timebucketms bucketms timebucket bucket bucketsize bucketwidth interval',
  'correlation correlationmethod corr',
  'operation method model modeltype',
  'posthoc posthoctests posthoctest posthocmethods posthocmethod',
  'sstype sumofsquares sumsofsquares typess',
  'subject subjectcolumn subjectid participant participants participantid respondent unit',
  'maxaddresses maxresults',
  'top topn topk n',
  'intercept fitintercept addconstant addintercept withintercept includeintercept constant',
  'normalize normalise standardize standardise standardized standardised',
  'welch unequalvariances unequalvariance welchcorrection',
  'robustse robust covtype secovtype standarderrors setype robuststandarderrors',
  'welch welchs welchtest',
  'text query search question searchtext searchquery q',
  'idcontains namecontains contains idfilter namefilter',
  'address deviceaddress mac macaddress bdaddr bdaddress deviceaddr',
  'outcome rowvariable rows',
  'places locations sites spots areas',
  'factor columnvariable',
  'value nullproportion nullvalue hypothesizedvalue hypothesisedvalue nullhypothesis',
].map((group) => group.split(' '));

export interface ArgumentName {
  readonly name: string;
  /** The unit at the end of the written name, if the argument uses a different one. */
  readonly unit: string;
}

/** Finds the argument that a key means: by spelling, by its name without a unit, or as the only unused synonym. */
export function argumentFor(key: string, schema: SchemaNode, taken: object): ArgumentName | undefined {
  const properties = isRecord(schema['properties']) ? Object.keys(schema['properties']) : [];
  const free = properties.filter((name) => !Object.hasOwn(taken, name));
  if (properties.includes(key)) return { name: key, unit: '' };
  const spelt =
    only(free, (name) => name.endsWith('_addr') && bare(name) === specified(key)) ??
    only(free, (name) => bare(name) === bare(key) || isComplement(key, name)) ??
    byUnit(key, free) ??
    plural(key, free) ??
    knownName(key, free) ??
    only(free, (name) => bare(name.replace(/_(?:addr|address|column)$/, '')) === bare(key));
  const name = spelt ?? bySynonym(key, free) ?? byWords(key, free) ?? bySwitch(key, free, schema);
  const plain = key
    .replace(/\s*\([^()]*\)$|:(?:str(?:ing)?|int(?:eger)?|number|float|bool(?:ean)?|list|array|object|dict)$/i, '')
    .replace(/^(?:(?:[Pp]aram(?:eter)?|[Aa]rg(?:ument)?|in|p)[_.-]|(?:str|arr|lst|obj|dict|num|int|flt|bool|[nbis])(?=\p{Lu}))/u, '');
  if (name === undefined && plain !== key && plain !== '') return argumentFor(plain, schema, taken);
  return name === undefined ? undefined : { name, unit: unitOf(key) === unitOf(name) ? '' : unitOf(key) };
}

/** Names that mean the opposite of a boolean argument. */
const CONTRARY: Readonly<Record<string, string>> = Object.fromEntries(
  'equalvar equalvariance equalvariances assumeequalvar assumeequalvariance assumeequalvariances varequal pooledvariance'
    .split(' ')
    .map((name) => [name, 'welch']),
);
/** Whether a name means a confidence level and the argument a significance level, so that the value is 1 minus the other. */
export const isComplement = (key: string, name: string): boolean =>
  bare(name) === 'alpha' && /^(?:(?:confidence|conf|ci)(?:level|coefficient|interval)|ci|conf|confidence)$/.test(bare(key));

/** The boolean argument that a name negates: `no_intercept` and `withoutIntercept` negate `intercept`. */
export function deniedSwitch(key: string, schema: SchemaNode, taken: object): string | undefined {
  const named = CONTRARY[bare(key)] ?? /^(?:no|not|without|disable|skip|exclude|omit)(?:[_\s-]+|(?=\p{Lu}))(.+)$/u.exec(key)?.[1];
  if (named === undefined || !isRecord(schema['properties'])) return undefined;
  const switches = Object.entries(schema['properties']).flatMap(([name, node]) =>
    isRecord(node) && node['type'] === 'boolean' ? [name] : [],
  );
  return only(switches, (name) => bare(name) === bare(named) && !Object.hasOwn(taken, name));
}

/** Matches the unit at the end of a name, as in `window_ms` and `windowSeconds`. */
function tailOf(name: string): RegExpExecArray | null {
  return /^(.*?)(?:[_\s-]|(?<=[a-z])(?=[A-Z]))(ns|us|ms|s|secs?|seconds?|millis(?:econds)?|mins?|minutes?|hours?|hrs?|h|pct|percent)$/i.exec(
    name,
  );
}

/** The unit at the end of a name; empty if there is none. */
export const unitOf = (name: string): string => {
  const unit = tailOf(name)?.[2]?.toLowerCase() ?? '';
  return unit === 'pct' ? 'percent' : unit;
};

const stemOf = (name: string): string => {
  const tail = tailOf(name);
  return bare(tail && (millisecondsPer(tail[2] ?? '') !== undefined || /^p/i.test(tail[2] ?? '')) ? (tail[1] ?? name) : name);
};

const byUnit = (key: string, free: readonly string[]): string | undefined => only(free, (name) => stemOf(name) === stemOf(key));

const plural = (key: string, free: readonly string[]): string | undefined =>
  only(free, (name) => bare(name).replace(/s$/, '') === bare(key).replace(/s$/, ''));

/** Maps words of names to one spelling; words mapped to an empty text are ignored. */
const SAME: Readonly<Record<string, string>> = {
  ...Object.fromEntries('minimum minimal least lowest'.split(' ').map((word) => [word, 'min'])),
  ...Object.fromEntries('maximum maximal most highest limit'.split(' ').map((word) => [word, 'max'])),
  ...Object.fromEntries('column col variable var field'.split(' ').map((word) => [word, 'column'])),
  ...Object.fromEntries('addr mac bdaddr'.split(' ').map((word) => [word, 'address'])),
  ...Object.fromEntries('observed observation obs frame packet sighting'.split(' ').map((word) => [word, 'observation'])),
  ...Object.fromEntries('link linking linked'.split(' ').map((word) => [word, 'linkage'])),
  ...Object.fromEntries('grouping grouped groups'.split(' ').map((word) => [word, 'group'])),
  ...Object.fromEntries('win'.split(' ').map((word) => [word, 'window'])),
  ...Object.fromEntries('normalise normalised normalized normalization normalisation'.split(' ').map((word) => [word, 'normalize'])),
  ...Object.fromEntries('method algorithm coefficient'.split(' ').map((word) => [word, ''])),
  ...Object.fromEntries(
    'should include included do want a an the of for by in to per with use using is set which number num no nr count cnt n value val param parameter argument arg list name names option type enable enables enabled'
      .split(' ')
      .map((word) => [word, '']),
  ),
};
const wordsKey = (name: string): string =>
  [
    ...new Set(
      name
        .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .map((word) => (word.length > 3 ? word.replace(/(?:(?<=s)es|(?<!s)s|(?<=\p{L}{4})ing)$/u, '') : word))
        .map((word) => (Object.hasOwn(SAME, word) ? (SAME[word] ?? word) : word)),
    ),
  ]
    .filter((word) => word !== '' && millisecondsPer(word) === undefined)
    .filter((word, _, all) => word !== 'column' || all.length === 1)
    .sort()
    .join(' ');

/** Finds the argument whose name consists of the same words: in another order, inflected, spelled out or shortened. */
function byWords(key: string, free: readonly string[]): string | undefined {
  const words = wordsKey(key);
  return words === '' || /\b(?:not|no|without|un)\b/.test(key.toLowerCase().replaceAll('_', ' '))
    ? undefined
    : only(free, (name) => wordsKey(name) === words);
}

/** Matches what a name says a switch applies to, as in `normalize_features` for `normalize`. */
const APPLIED_TO = /(?:^|[_\s-]|(?<=\p{Ll}))(?:the[_\s-]?)?(?:features?|predictors?|inputs?|data|columns?|variables?|values?)$/iu;

function bySwitch(key: string, free: readonly string[], schema: SchemaNode): string | undefined {
  const stem = key.replace(APPLIED_TO, '');
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const switches = free.filter((name) => isRecord(properties[name]) && properties[name]['type'] === 'boolean');
  return stem === key || stem === '' ? undefined : (knownName(stem, switches) ?? bySynonym(stem, switches) ?? byWords(stem, switches));
}

function bySynonym(key: string, free: readonly string[]): string | undefined {
  for (const written of [bare(key), stemOf(key)]) {
    const found = SYNONYMS.filter((group) => group.includes(written)).flatMap((group) => {
      const name = group.flatMap((word) => free.filter((each) => bare(each) === word))[0];
      return name === undefined ? [] : [name];
    });
    const [first, ...others] = [...new Set(found)];
    if (first !== undefined && others.length === 0) return first;
  }
  return undefined;
}
