/** Repairs the name and version of a tool. */
import { compareVersions, majorOf } from '../contract/names.ts';
import { choice, nearest, type Mending } from './mending.ts';
import type { RepairFacts } from './facts.ts';
import { partsOf } from './tokens.ts';
import { bare, knownName, only } from './words.ts';

/** Matches what clients put before and after tool names, and what follows a token of a chat template. */
const plainName = (name: string): string =>
  name
    .trim()
    .replace(/(?:<[|｜]|[<[({\n]).*$/su, '')
    .replace(/^(?:functions|tools|default_api|namespace|workbench|capture[_-]workbench|mcp)[.:/]+/i, '')
    .replace(/^mcp__[\w-]+?__/, '')
    .replace(/^functions\.?([a-z]\w*?):?\d{1,4}$/, '$1')
    .replace(/(?:@v?|\s+v?|[-_]v)\d+(?:\.\d+)*$|@(?:latest|newest|current|stable)$/, '')
    .trim();

/** Words that clients add to a tool's name, before it, after it, or joined to it. */
const BEFORE = /^(?:the|call|run|use|invoke|execute|tools?|functions?|api|mcp|assistant|server|workbench|capture_workbench)[_.\-:/ ]+/i;
const VERB = /^(?:call|run|use|invoke|execute)(?=\p{Lu})/u;
const BEHIND = /(?:[_.\-: ]?(?:json|commentary|call|run|invoke|tool|function|args|arguments)|:index[:_]\d+|[:#]\d+)$/i;

/**
 * Finds the installed tool that a name spells: with other case, other separators, or words that clients add.
 * @param loosely whether to also accept a typing error or the tool's title
 */
export function toolNamed({ catalog }: Pick<RepairFacts, 'catalog'>, written: string, loosely: boolean): string | undefined {
  // Reject signs that may negate the name or leave it open.
  if (written.length > 200 || /[?!~*…]|^\s*-/.test(written.replace(/^\s*\*{1,2}(?=\w)|(?<=\w)\*{1,2}\s*$/g, ''))) return undefined;
  const spelt = new Map(catalog.flatMap(({ name, aliases }) => [name, ...aliases].map((each) => [bare(each), name] as const)));
  let plain = plainName(written);
  for (let round = 0; round < 3; round++) {
    const name = bare(plain) === '' ? undefined : (spelt.get(bare(plain)) ?? spelt.get(`${bare(plain)}tool`));
    if (name !== undefined) return name;
    const last = plain.split(/__|--|[./:]/).at(-1) ?? '';
    const own = last === plain ? undefined : spelt.get(bare(last));
    if (own !== undefined) return own;
    plain = plain.replace(BEFORE, '').replace(VERB, '').replace(BEHIND, '');
  }
  const among = amongWords(written, catalog);
  if (among !== undefined || !loosely) return among;
  const known = plainName(written);
  return (
    only(catalog, ({ title }) => bare(title) === bare(known) && bare(known) !== '')?.name ??
    knownName(
      known,
      catalog.map(({ name }) => name),
    )
  );
}

const wordsOf = (name: string): string[] => partsOf(name).map((word) => word.toLowerCase());

/** Finds the tool whose name is part of the written words, if all other words are filler words, as in `connection_overview.execute:v1`. */
function amongWords(written: string, catalog: RepairFacts['catalog']): string | undefined {
  const words = wordsOf(written);
  if (written.length > 96 || /\s/.test(written.trim())) return undefined;
  const found = catalog.filter(({ name }) => {
    const own = wordsOf(name).filter((word) => word !== 'tool');
    const at = words.findIndex((_, from) => own.every((word, step) => words[from + step] === word));
    if (words.length === own.length && [...words].sort().join() === [...own].sort().join()) return true;
    const rest = at < 0 ? ['not'] : [...words.slice(0, at), ...words.slice(at + own.length)];
    return rest.length < 6 && rest.every((word) => CARRIES.test(word));
  });
  return found.length === 1 ? found[0]?.name : undefined;
}

const CARRIES =
  /^(?:v|v?\d{1,4}|https?|localhost|api|tools?|functions?|funcs?|fn|calls?|run|use|invoke|execute|exec|mcp|server|client|workbench|window|ble|capture|default|namespace|plugin|skill|agent|assistant|action|method|request|command|cmd|task|op|operation|service|endpoint|json|test|analysis|report|args|arguments|input|handler|main|local|sync|async)$/;

export function mendToolName(mending: Mending): void {
  const { facts } = mending;
  const written = mending.text(['tool_name']);
  if (written !== '' && facts.registry.get(written) !== undefined) return;
  const name = written === '' ? undefined : toolNamed(facts, written, true);
  if (name !== undefined) {
    const version = /@v?(\d+\.\d+\.\d+)$/.exec(written.trim())?.[1];
    mending.set(['tool_name'], name, 'the name as it is installed');
    if (version !== undefined && mending.get(['tool_version']) === undefined)
      mending.set(['tool_version'], version, 'the version in the name');
    return;
  }
  const names = facts.catalog.map((each) => each.name);
  mending.leave(
    ['tool_name'],
    ...nearest(['tool_name'], plainName(written), written === '' ? [] : names, 'may be the tool that was meant'),
  );
}

export function mendVersion(mending: Mending): void {
  const { facts } = mending;
  const installed = facts.registry.versions(mending.text(['tool_name'])).map(({ manifest }) => manifest.version);
  const newest = installed.at(-1);
  const given = mending.get(['tool_version']);
  const parted = typeof given === 'object' && given !== null ? Object.values(given) : [];
  const written =
    parted.length > 0 && parted.every((part) => typeof part === 'number')
      ? parted.join('.')
      : typeof given === 'number'
        ? String(given)
        : typeof given === 'string'
          ? given.trim()
          : '';
  if (newest === undefined) return;
  const least = /^>=\s*v?(\d+\.\d+\.\d+)$/.exec(written)?.[1];
  const parts = /^[v=^~\s]*(\d+(?:\.\d+){0,2})(?:\.[x*])*(?:[-+].*)?$/i.exec(written)?.[1]?.split('.') ?? [];
  const same = installed.filter((version) => parts.every((part, at) => version.split('.')[at] === String(Number(part))));
  if (given === undefined || given === null || /^(?:|latest|newest|current|stable|any|\*)$/i.test(written))
    mending.set(['tool_version'], newest, 'the newest version, as none was named');
  else if (least !== undefined && answers(newest, least)) mending.set(['tool_version'], newest, 'the newest version of the range');
  else if (parts.length > 0 && same.length === 1) mending.set(['tool_version'], same[0], 'the version as it is written here');
  else if (/^\d+\.\d+\.\d+$/.test(written) && installed.some((version) => answers(version, written))) return;
  else if (installed.length === 1 && !isOther(written, newest)) mending.set(['tool_version'], newest, 'the only version that is installed');
  else {
    const nearest = [...(same.length > 0 ? same : installed)].sort((a, b) => compareVersions(b, a));
    mending.leave(['tool_version'], ...nearest.map((version) => choice(['tool_version'], version, `version ${version} is installed`)));
  }
}

/** Whether a version has another major number, so that answers mean something else, or is a range that may exclude the installed one. */
const isOther = (written: string, installed: string): boolean =>
  /[<>!]|\|\|/.test(written.replace(/^\s*>=/, '')) || (/^\d+\.\d+\.\d+$/.test(written) && majorOf(written) !== majorOf(installed));

/** Whether an installed version answers calls for an older one, which has the same major number (R21). */
const answers = (installed: string, asked: string): boolean =>
  majorOf(installed) === majorOf(asked) && compareVersions(installed, asked) >= 0;
