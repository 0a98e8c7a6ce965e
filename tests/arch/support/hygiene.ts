import { type SourceTree, type Violation } from './tree.ts';

export interface TextRule {
  readonly name: string;
  readonly pattern: RegExp;
  /** Paths that may say it. */
  readonly except?: RegExp;
  /** Paths the rule is about; all when absent. */
  readonly only?: RegExp;
  /** The pattern is looked for in the file as a whole, not line by line. */
  readonly whole?: true;
}

/** Written in pieces, so that this file does not break its own rules. */
const joined = (...parts: string[]): string => parts.join('');

export const TEXT_RULES: readonly TextRule[] = [
  { name: 'mutes the linter', pattern: new RegExp(joined('(?:es|ox)lint', '-(?:disable|enable)')) },
  // asc reads no such comment; only editors, which do not know its decorators, do.
  { name: 'mutes the compiler', pattern: new RegExp(joined('@ts-', '(?:ignore|nocheck)')), except: /^assembly\// },
  {
    name: 'expects a compile error outside a type test',
    pattern: new RegExp(joined('@ts-', 'expect-error')),
    except: /^tests\/.*\.types\.ts$/,
  },
  { name: 'mutes the component compiler without a reason', pattern: new RegExp(joined('svelte-', 'ignore(?! a11y_[\\w, ]+: \\w.{20})')) },
  { name: 'leaves a test out or runs it alone', pattern: /\b(?:it|test|describe)\.(?:skip|only|todo|fixme|fails)\b/, only: /^tests\// },
  {
    name: 'asks for rows of a capture without waiting while it is read again (CaptureAnswer does)',
    pattern: /new Latest\b.*\bport\.(?:rows|devices)\b/s,
    only: /^src\/ui\//,
    whole: true,
  },
  {
    name: 'has a docstring above nothing (that of a file stands above its imports)',
    pattern: /\n\/\*\*(?:(?!\*\/|@typedef)[\s\S])*\*\/\n\n/,
    only: /\.(?:ts|mjs)$/,
    whole: true,
  },
  { name: 'says of itself that it is unfinished', pattern: new RegExp(joined('\\b(?:TO', 'DO|FIX', 'ME|X', 'XX)\\b')) },
  {
    name: 'names the folder of the large data set',
    pattern: new RegExp(joined('(?:^|[^\\w.-])sha', 'red/(?:data|spec|reference)')),
    except: /^\.ci\/run$/,
  },
  {
    name: 'has a comment in the passive riddles that reviews struck out (who does what to what?)',
    pattern:
      /(?:\/\/|\/\*|^\s*\*).*\b(?:whoever|whatever|somebody|nobody(?! else)|(?:is|are|be|was|were) told(?! apart)|told (?:of|when|once|after|why)|stands? in for|becomes of it|anybody|everybody|for who|said once|who lists|is asked of|held against|not to be had|lies there)\b/i,
    only: /^(?:src|assembly|\.ci|tests\/(?!arch\/))/,
  },
  { name: 'names a path of one machine', pattern: /(?:^|[\s"'`(=])\/(?:(?:work|root|farm)\/|(?:home|Users)\/\w\w)/ },
];

export const judgeText = (tree: SourceTree, rules: readonly TextRule[]): Violation[] =>
  [...tree].flatMap(([path, text]) =>
    rules
      .filter((rule) => !rule.except?.test(path) && (rule.only?.test(path) ?? true))
      .flatMap((rule) =>
        (rule.whole ? [text] : text.split('\n')).flatMap((line, index) =>
          rule.pattern.test(line) ? [{ path, line: index + 1, message: rule.name }] : [],
        ),
      ),
  );

/** A file longer than this has more than one job. */
const LONGEST = 400;

export const judgeLength = (tree: SourceTree): Violation[] =>
  [...tree].flatMap(([path, text]) => {
    const count = text.split('\n').length - 1;
    return count > LONGEST ? [{ path, line: count, message: `has ${String(count)} lines, at most ${String(LONGEST)} are allowed` }] : [];
  });

/** What may lie at the root. */
const ROOT = new Set(
  `.ci .editorconfig .gitattributes .github .gitignore .npmrc .nvmrc .oxfmtrc.json .oxlintrc.json .prettierignore .prettierrc assembly CHANGELOG.md CONTRIBUTING.md docs examples
  eslint.config.js index.html LICENSE package-lock.json package.json public README.md SECURITY.md src tests THIRD_PARTY_NOTICES.md
  tsconfig.json vite.config.ts`.split(/\s+/),
);

export const judgeRoot = (paths: readonly string[]): string[] =>
  [...new Set(paths.map((path) => path.split('/')[0] ?? path))].filter((name) => !ROOT.has(name));
