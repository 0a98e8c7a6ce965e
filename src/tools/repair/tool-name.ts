import { compareVersions, majorOf } from '../contract/names.ts';
import { choice, nearest, type Mending } from './mending.ts';
import { bare, knownName } from './words.ts';

/** Repairs of the name of a tool and of its version. */

/** Prefixes and suffixes that clients put around the names of tools. */
const plainName = (name: string): string =>
  name
    .trim()
    .replace(/^(?:functions|tools|default_api|namespace|workbench|capture[_-]workbench|mcp)[.:/]+/i, '')
    .replace(/^mcp__[\w-]+?__/, '')
    .replace(/(?:@|\s+v?|[-_]v)\d+(?:\.\d+)*$/, '')
    .replace(/\(.*\)$/, '');

export function mendToolName(mending: Mending): void {
  const { facts } = mending;
  const written = mending.text(['tool_name']);
  if (written !== '' && facts.registry.get(written) !== undefined) return;
  const names = new Map(
    facts.catalog.flatMap(({ name, aliases, title }) => [name, ...aliases, title].map((each) => [each, name] as const)),
  );
  const plain = plainName(written);
  const spelt =
    knownName(plain, [...names.keys()].filter((each) => bare(each) === bare(plain)).slice(0, 1)) ??
    knownName(plain, [...new Set(names.values())]);
  const name = spelt === undefined ? undefined : names.get(spelt);
  if (name !== undefined && written !== '') {
    const version = /@v?(\d+\.\d+\.\d+)$/.exec(written.trim())?.[1];
    mending.set(['tool_name'], name, 'the name as it is installed');
    if (version !== undefined && mending.get(['tool_version']) === undefined)
      mending.set(['tool_version'], version, 'the version in the name');
    return;
  }
  const known = written === '' ? [] : [...new Set(names.values())];
  mending.leave(['tool_name'], ...nearest(['tool_name'], plain, known, 'may be the tool that was meant'));
}

export function mendVersion(mending: Mending): void {
  const { facts } = mending;
  const installed = facts.registry.versions(mending.text(['tool_name'])).map(({ manifest }) => manifest.version);
  const newest = installed.at(-1);
  const given = mending.get(['tool_version']);
  const written = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : '';
  if (newest === undefined) return;
  const parts = /^[v=^~\s]*(\d+(?:\.\d+){0,2})(?:\.[x*])*(?:[-+].*)?$/i.exec(written)?.[1]?.split('.') ?? [];
  const same = installed.filter((version) => parts.every((part, at) => version.split('.')[at] === String(Number(part))));
  if (given === undefined || given === null || /^(?:|latest|newest|current|stable|any|\*)$/i.test(written))
    mending.set(['tool_version'], newest, 'the newest version, as none was named');
  else if (parts.length > 0 && same.length === 1) mending.set(['tool_version'], same[0], 'the version as it is written here');
  else if (/^\d+\.\d+\.\d+$/.test(written) && installed.some((version) => answers(version, written))) return;
  else if (installed.length === 1) mending.set(['tool_version'], newest, 'the only version that is installed');
  else {
    const nearest = [...(same.length > 0 ? same : installed)].sort((a, b) => compareVersions(b, a));
    mending.leave(['tool_version'], ...nearest.map((version) => choice(['tool_version'], version, `version ${version} is installed`)));
  }
}

/** The newest compatible version answers for an older one (R21). */
const answers = (installed: string, asked: string): boolean =>
  majorOf(installed) === majorOf(asked) && compareVersions(installed, asked) >= 0;
