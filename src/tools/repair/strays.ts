import { isRecord } from '../contract/json-schema.ts';
import { argumentFor, isSure, isTalk } from './aliases.ts';
import { isEqual } from './draft.ts';
import { isDialect, isOfRequest, MEMBERS } from './members.ts';
import { loss, type Mending, type Option } from './mending.ts';
import { selectionKey } from './selection-keys.ts';
import { bare } from './words.ts';

/** Moves misplaced members: selections and members of the call out of the arguments, arguments into them. */
export function mendStrays(mending: Mending): void {
  const { tool } = mending;
  const schema = tool?.input.schema ?? {};
  const args = mending.get(['arguments']);
  if (isRecord(args) && tool !== undefined) {
    for (const key of Object.keys(args)) {
      if (argumentFor(key, schema, {}) !== undefined) continue;
      const member = MEMBERS.find((each) => bare(each) === bare(key)) ?? (bare(key) === 'selection' ? 'capture_selection' : undefined);
      if (member !== undefined) settle(mending, ['arguments', key], [member], `${member} belongs beside the arguments`);
      else if (tool.manifest.scope === 'captures') moveToSelection(mending, ['arguments', key], key);
    }
  }
  const record = mending.draft.value;
  const holder = isRecord(record) ? { ...record } : {};
  for (const key of isRecord(record) ? Object.keys(record) : []) {
    if (isOfRequest(key, holder[key], holder) || isSure(key, holder)) {
      mending.drop([key], 'it asks for nothing');
      continue;
    }
    if (MEMBERS.some((each) => each === key)) continue;
    const argument = tool && argumentFor(key, schema, isRecord(mending.get(['arguments'])) ? (mending.get(['arguments']) as object) : {});
    if (argument !== undefined && bare(key) !== 'name') mending.move([key], ['arguments', key], 'it belongs in the arguments');
    else if (tool?.manifest.scope === 'captures' && moveToSelection(mending, [key], key)) continue;
    else if (isIdle(key, mending.get([key])) || isDialect(key, mending.get([key]))) mending.drop([key], 'it asks for nothing');
    else mending.leave([key], loss([key], undefined, `${key} is not known, and would be dropped`));
  }
}

/** Whether a member only explains the request, or has no value. */
export const isIdle = (key: string, value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0) || isTalk(key) || isUsual(key, value);

/** Names and values that state what a tool without such an argument does anyway, such as the time zone UTC. */
const USUAL: readonly (readonly [names: RegExp, values: RegExp])[] = [
  [/^(?:timezone|tz|zone|timezonename)$/, /^(?:utc|gmt|z|etc\/utc|\+00:00)$/i],
  [/^(?:alternative|alternativehypothesis|sided|sidedness|tails?|tailed)$/, /^two[-_. ]?(?:sided|tailed)$/i],
  [/^(?:delimiter|separator|sep|fieldseparator)$/, /^(?:,|comma)$/i],
  [/^(?:dialect|sqldialect|engine)$/, /^duckdb$/i],
  [/^(?:requires?|needs?)(?:user)?(?:approval|confirmation)$/, /^false$/i],
];
export const isUsual = (key: string, value: unknown): boolean =>
  USUAL.some(([names, values]) => names.test(bare(key)) && values.test(String(value)));

function moveToSelection(mending: Mending, from: readonly string[], key: string): boolean {
  const target = selectionKey(key, false);
  if (target === undefined || (bare(key) === 'id' && from.length === 1)) return false;
  // A selection that is a text or list names captures; `mendSelection` turns it into an object first.
  const selection = mending.get(['capture_selection']);
  if (selection !== undefined && !isRecord(selection)) return false;
  settle(mending, from, ['capture_selection', ...target], 'it belongs in capture_selection');
  return true;
}

/** Moves a value to its place. An equal value there makes it redundant; a different one leaves the choice to a person. */
function settle(mending: Mending, from: readonly string[], to: readonly string[], why: string): void {
  const [value, there] = [mending.get(from), mending.get(to)];
  if (there === undefined) mending.move(from, to, why);
  else if (isEqual(value, there) || value === null || value === '') mending.drop(from, `${to.join('.')} has the same value`);
  else {
    const dropped: Option['edits'][number] = [from, undefined];
    mending.leave(
      from,
      { class: 'choice', why: `${to.join('.')} counts`, edits: [dropped] },
      { class: 'choice', why: `${from.join('.')} counts`, edits: [[to, value], dropped] },
    );
  }
}
