import type { ToolManifest } from '../contract/index.ts';
import { checkJson } from '../contract/json-value.ts';
import { contractChecker } from '../contract/schema.ts';
import { contractRules } from './contract-rules.ts';
import type { LintFacts, LintFinding, LintRule } from './rule.ts';
import { schemaRules } from './schema-rules.ts';
import { textRules } from './text-rules.ts';

/** All rules of the manifest lint, in the order of their ids. */
export const lintRules: readonly LintRule[] = [...textRules, ...schemaRules, ...contractRules].sort(
  (a, b) => Number(a.id.slice(3)) - Number(b.id.slice(3)),
);

/** Checks manifests that are installed together. Findings are sorted by severity within each tool, most severe first. */
export function lint(manifests: readonly ToolManifest[], facts: Omit<LintFacts, 'siblings'> = {}): LintFinding[] {
  return manifests.flatMap((manifest) => lintOne(manifest, { ...facts, siblings: manifests }));
}

/** Checks a manifest from outside: first its shape and then, if that is valid, its quality. */
export function lintUnknown(value: unknown, siblings: readonly ToolManifest[]): LintFinding[] {
  const json = checkJson(value);
  const verdict = contractChecker('tool-manifest').check(json.value);
  if (json.errors.length === 0 && verdict.count === 0) {
    const manifest = json.value as ToolManifest;
    return lintOne(manifest, { siblings: [...siblings.filter((each) => each.name !== manifest.name), manifest] });
  }
  return (json.errors.length > 0 ? json.errors : verdict.errors).map((error) => ({
    rule: 'DL-0',
    severity: 'error',
    tool: '',
    pointer: error.pointer ?? '',
    message: error.message,
  }));
}

const WEIGHT = { error: 0, warning: 1, info: 2 } as const;

function lintOne(manifest: ToolManifest, facts: LintFacts): LintFinding[] {
  return lintRules
    .flatMap((rule) =>
      rule.check(manifest, facts).map((found) => ({
        ...found,
        rule: rule.id,
        severity: found.severity ?? rule.severity,
        tool: `${manifest.name}@${manifest.version}`,
      })),
    )
    .sort((a, b) => WEIGHT[a.severity] - WEIGHT[b.severity]);
}
