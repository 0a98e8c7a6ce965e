import { compatibilityOf, type Bump } from '../contract/compatibility.ts';
import type { ToolManifest } from '../contract/index.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import { compareVersions, majorOf } from '../contract/names.ts';
import type { LintFinding } from './rule.ts';

/**
 * Compares what was published with what is installed now (S0 §7, S4-1.1, S4-G.1): a published name must remain; a published version must
 * keep its schemas or be handled by a newer version of the same major whose number reflects the change.
 */
export interface PublishedTool {
  readonly name: string;
  readonly version: string;
  readonly input_schema: JsonSchema;
  readonly output_schema: JsonSchema;
}

type Installed = Pick<ToolManifest, 'name' | 'version' | 'input_schema' | 'output_schema'>;

/** Checks installed manifests (`manifests`, in every version) against what was published. Returns one finding per broken promise. */
export function promisesBroken(published: readonly PublishedTool[], manifests: readonly Installed[]): LintFinding[] {
  return published.flatMap((before) => {
    const named = manifests.filter((manifest) => manifest.name === before.name);
    if (named.length === 0) return [finding(before, '/name', 'this name was published and is gone; names never change')];
    const heirs = named.filter(
      ({ version }) => majorOf(version) === majorOf(before.version) && compareVersions(version, before.version) >= 0,
    );
    const [heir] = heirs.sort((a, b) => compareVersions(a.version, b.version));
    if (heir === undefined) return [finding(before, '/version', 'this version was published, and none of its major answers for it')];
    const { bump, reasons } = compatibilityOf(before, heir);
    const needed = leastVersion(before.version, bump);
    if (compareVersions(heir.version, needed) >= 0) return [];
    return [
      finding(before, '/version', `${heir.version} differs from what was published; it must be at least ${needed}: ${reasons.join('; ')}`),
    ];
  });
}

/** Returns the lowest version number that allows a change; without a change, the same number. */
export function leastVersion(version: string, bump: Bump): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (bump === 'major') return `${String(major + 1)}.0.0`;
  return bump === 'minor' ? `${String(major)}.${String(minor + 1)}.0` : `${String(major)}.${String(minor)}.${String(patch)}`;
}

const finding = ({ name, version }: PublishedTool, pointer: string, message: string): LintFinding => ({
  rule: 'DL-63',
  severity: 'error',
  tool: `${name}@${version}`,
  pointer,
  message,
});
