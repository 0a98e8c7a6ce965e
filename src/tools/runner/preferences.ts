import { shorten } from '../contract/errors.ts';
import type { AgentHints, ToolManifest } from '../contract/index.ts';
import type { ToolRegistry } from '../registry.ts';
import { round4, type Advised } from './advice.ts';

/**
 * Matches the person's preferences with suggested calls (S4-R.14). Preferences are plain words, interpreted by rules: names of tools,
 * subjects or actions; words for speed; and negations. They order calls and do not affect results.
 */
type Alignment = AgentHints['preferenceAlignment'][number];

const MOST = 16;
const NEGATED = /\b(?:no|not|never|avoid|without|don['’]?t|skip|except)\b/i;
const SPEED = new Set(['fast', 'faster', 'quick', 'quickly', 'soon', 'cheap', 'brief']);
const FILLER = new Set(
  'a all always an and any are as at be by call calls do don for from i in is it me more most my never no not of on only or please prefer preferred rather should skip than that the them to tool tools use want we with without avoid except'.split(
    ' ',
  ),
);

/** The calls, those that match the preferences first, and how each call matches each preference. */
export function align(
  calls: readonly Advised[],
  preferences: readonly string[],
  registry: ToolRegistry,
): { readonly calls: readonly Advised[]; readonly alignment: readonly Alignment[] } {
  const totals = new Map<Advised, number>();
  const alignment = preferences.flatMap((preference) => {
    const found = calls.map((call) => ({ call, ...judge(preference, call, registry) }));
    for (const { call, score } of found) totals.set(call, (totals.get(call) ?? 0) + score);
    const related = found.filter(({ score }) => score !== 0);
    if (related.length > 0) return related.map(({ call, score, why }) => entry(preference, call, score, why));
    return found.slice(0, 1).map(({ call }) => entry(preference, call, 0, 'No rule relates this preference to a suggested call.'));
  });
  const ordered = [...calls].sort((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0));
  return { calls: ordered, alignment: alignment.slice(0, MOST) };
}

const entry = (preference: string, { action }: Advised, score: number, explanation: string): Alignment => ({
  action: action.action,
  preference: shorten(preference, 128),
  alignment: score < 0 ? 'conflict' : score >= 0.5 ? 'strong' : score >= 0.25 ? 'moderate' : score > 0 ? 'weak' : 'neutral',
  score,
  explanation,
});

function judge(preference: string, { action, effort }: Advised, registry: ToolRegistry): { score: number; why: string } {
  const wanted = wordsOf(preference);
  if (wanted.length === 0) return { score: 0, why: '' };
  const sense = NEGATED.test(preference) ? -1 : 1;
  const manifest = registry.get(action.action)?.manifest;
  const own = manifest === undefined ? new Set<string>() : subjectOf(manifest);
  const shared = wanted.filter((word) => own.has(word));
  if (shared.length > 0) return { score: round4((sense * shared.length) / wanted.length), why: `Shares the words: ${shared.join(', ')}.` };
  if (!wanted.some((word) => SPEED.has(word))) return { score: 0, why: '' };
  const time = String(action.estimatedTime ?? 0);
  return { score: round4(sense * (1 - 2 * effort)), why: `It takes about ${time} ms.` };
}

/** The name and the subject words of a tool. */
const subjectOf = ({ name, kebab_name, title, tags, capabilities, category, effect }: ToolManifest): Set<string> =>
  new Set(wordsOf([name, kebab_name, title, category, effect, ...tags, ...capabilities].join(' ')));

/** Words in lower case, without plural endings and filler words. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word.length > 1 && !FILLER.has(word))
      .map((word) => word.replace(/(?<=..[^s])s$/, '')),
  ),
];
