import { compareVersions, lookupKey } from './contract/names.ts';
import type { JsonSchema, ToolManifest } from './contract/index.ts';

/** The parts of an installed tool that the rules over manifests need. */
export interface KnownTool {
  readonly manifest: ToolManifest;
  readonly input: { readonly schema: JsonSchema };
}

/** Looks up installed tools by name or alias. Both the registry and a list of manifests can provide it. */
export interface KnownTools {
  /** Returns the tool in the given version, or in its newest version if none is given. */
  get(name: string, version?: string): KnownTool | undefined;
  /** Returns every installed version of a tool, oldest first. */
  versions(name: string): readonly KnownTool[];
}

/** Look-up over a list of manifests, which may contain several versions of one name. */
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
