import { compareVersions, lookupKey } from './contract/names.ts';
import type { JsonSchema, ToolManifest } from './contract/index.ts';

/** A tool as far as rules over manifests need it. */
export interface KnownTool {
  readonly manifest: ToolManifest;
  readonly input: { readonly schema: JsonSchema };
}

/** Installed tools by name or alias; what a registry and a list of manifests have in common. */
export interface KnownTools {
  /** The newest version when none is named. */
  get(name: string, version?: string): KnownTool | undefined;
  /** Every version, oldest first. */
  versions(name: string): readonly KnownTool[];
}

/** The tools of a list of manifests, several versions of one name among them. */
export function knownTools(manifests: readonly ToolManifest[]): KnownTools {
  const byName = new Map<string, KnownTool[]>();
  for (const manifest of manifests) {
    const tool = { manifest, input: { schema: manifest.input_schema } };
    for (const name of new Set([manifest.name, ...manifest.aliases].map(lookupKey))) byName.set(name, [...(byName.get(name) ?? []), tool]);
  }
  for (const tools of byName.values()) tools.sort((a, b) => compareVersions(a.manifest.version, b.manifest.version));
  return {
    get(name, version) {
      const tools = byName.get(lookupKey(name)) ?? [];
      return version === undefined ? tools.at(-1) : tools.find(({ manifest }) => manifest.version === version);
    },
    versions: (name) => byName.get(lookupKey(name)) ?? [],
  };
}
