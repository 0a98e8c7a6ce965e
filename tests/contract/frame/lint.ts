import { catalog } from '../../../src/tools/catalog/index.ts';
import type { ToolManifest } from '../../../src/tools/contract/index.ts';
import { lint } from '../../../src/tools/lint/lint.ts';
import type { LintFacts } from '../../../src/tools/lint/rule.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { row, type Row } from './row.ts';

/** Every manifest of the product, and one of them to change. */
export const manifests: readonly ToolManifest[] = createRegistry(catalog).getAll();
export const good = manifests.find((manifest) => manifest.name === 'capture_overview') as ToolManifest;

/** A description that only lacks what `first` does not say. */
export const say = (first: string, rest = 'Use it when you wonder. Do not use it otherwise. Returns a list.'): Partial<ToolManifest> => ({
  description: `${first} ${rest}`.trim(),
});

/** Rules that object to the changed manifest beside its siblings, and did not before. */
export function objections(change: Partial<ToolManifest>, facts: Omit<LintFacts, 'siblings'> = {}): string[] {
  const rulesOf = (manifest: ToolManifest, known: typeof facts): string[] =>
    lint([...manifests.filter((each) => each.name !== good.name), manifest], known)
      .filter((finding) => finding.tool === `${good.name}@${good.version}`)
      .map((finding) => finding.rule);
  const before = rulesOf(good, {});
  return [...new Set(rulesOf({ ...good, ...change }, facts))].filter((rule) => !before.includes(rule));
}

/** A row that plants one defect in a good manifest, and wants the rule of the lint to see it. */
export function lintRow(
  ids: string,
  defect: string,
  change: Partial<ToolManifest>,
  rule: string,
  facts?: Omit<LintFacts, 'siblings'>,
): Row {
  return row(ids, `${rule} sees ${defect}`, () => objections(change, facts).includes(rule));
}
