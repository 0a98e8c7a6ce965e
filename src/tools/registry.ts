import { once } from '../base/once.ts';
import { err, ok, type Result } from '../base/result.ts';
import { compatibilityOf } from './contract/compatibility.ts';
import { annotationsOf, contradictions, sideEffectsOf } from './contract/effects.ts';
import { shorten, toolError } from './contract/errors.ts';
import type { ToolError, ToolManifest } from './contract/index.ts';
import { jsonSchemaOf } from './contract/derive-schema.ts';
import { ManifestParts } from './contract/manifest.ts';
import { aliasesOf, compareVersions, lookupKey, majorOf } from './contract/names.ts';
import { namesConnection, namesSecret, propertyNames } from './contract/secret-names.ts';
import { checkerOf, schemaHashOf, type AheadOfTime, type Checker } from './contract/schema.ts';
import { shippedValidators, type ToolValidators } from './contract/tool-validators.ts';
import type { AnyTool, CapabilityName } from './definition.ts';
import { deepFreeze } from './runner/freeze.ts';

/**
 * The installed tools (S4 "Tool Registry"). One entry per name and version; every other name is an alias that
 * resolves to exactly one tool. Anything ambiguous throws when the registry is built, never at a call. Entries and
 * manifests are frozen.
 */
export interface InstalledTool {
  /** The tool's name and version, as `name@version`. */
  readonly key: string;
  readonly definition: AnyTool;
  readonly manifest: ToolManifest;
  readonly input: Checker;
  /** Checks results; its code is loaded on first use. */
  readonly output: () => Promise<Checker>;
}

export interface Resolved {
  readonly tool: InstalledTool;
  /** Whether the requested version itself handles the call, rather than another one (R21). */
  readonly exact: boolean;
}

export interface ToolRegistry {
  register(tool: AnyTool): InstalledTool;
  /** Installs a tool of another server, or replaces its earlier definition; throws if the name belongs to a built-in tool. */
  adopt(tool: InstalledTool): void;
  /** Removes a tool of another server; built-in tools stay. */
  withdraw(name: string): void;
  /** Returns a tool by its canonical name or an alias, in its newest version if none is given. */
  get(name: string, version?: string): InstalledTool | undefined;
  /** Returns the installed versions of a tool, given by name or alias, oldest first. */
  versions(name: string): readonly InstalledTool[];
  /** Returns the version that handles a call (R21). An error names only tools that are `visible` to the caller. */
  resolve(name: string, version: string, visible?: (name: string) => boolean): Result<Resolved, ToolError>;
  /** Returns the manifests of the newest version of each name and major number, sorted by name. */
  getAll(): readonly ToolManifest[];
  getByCategory(category: ToolManifest['category']): readonly ToolManifest[];
  getByTag(tag: string): readonly ToolManifest[];
  /** Returns reasons why a definition cannot be registered; empty if it can. */
  validate(tool: AnyTool): readonly string[];
  /** Returns all names and aliases that a call may use, for suggestions of similar names. */
  names(): readonly string[];
}

export function createRegistry(tools: readonly AnyTool[], validators: ToolValidators = shippedValidators): ToolRegistry {
  const byName = new Map<string, InstalledTool[]>();
  /** Maps each lookup key to a canonical name. */
  const names = new Map<string, string>();

  const versionsOf = (name: string): readonly InstalledTool[] => byName.get(names.get(lookupKey(name)) ?? '') ?? [];

  const register = (definition: AnyTool): InstalledTool => {
    const findings = validate(definition);
    const { name, version } = definition.manifest;
    if (findings.length > 0) throw new Error(`tool ${name}@${version} cannot be registered: ${findings.join('; ')}`);
    const entry = install(definition, validators);
    for (const alias of [name, ...entry.manifest.aliases]) names.set(lookupKey(alias), name);
    byName.set(
      name,
      [...(byName.get(name) ?? []), entry].sort((a, b) => compareVersions(a.manifest.version, b.manifest.version)),
    );
    return entry;
  };

  const validate = (definition: AnyTool): readonly string[] => {
    const { manifest } = definition;
    const findings = structureOf(definition);
    // Stop here if names are malformed, because they cannot be compared.
    if (findings.length > 0) return findings;
    if ((byName.get(manifest.name) ?? []).some((entry) => entry.manifest.version === manifest.version))
      findings.push('this name and version is taken');
    for (const sibling of byName.get(manifest.name) ?? []) findings.push(...tooSmallABump(definition, sibling));
    for (const alias of [manifest.name, ...aliasesOf(manifest)]) {
      const holder = names.get(lookupKey(alias));
      if (holder !== undefined && holder !== manifest.name) findings.push(`the name ${alias} belongs to ${holder}`);
    }
    return findings;
  };

  const all = (): ToolManifest[] =>
    [...byName.values()]
      .flatMap((versions) =>
        versions.filter((entry, at) => majorOf(versions[at + 1]?.manifest.version ?? '-1') !== majorOf(entry.manifest.version)),
      )
      .map((entry) => entry.manifest)
      .sort((a, b) => (a.name < b.name ? -1 : 1));

  const adopt = (entry: InstalledTool): void => {
    const { name, aliases, trust } = entry.manifest;
    for (const alias of [name, ...aliases]) {
      const holder = names.get(lookupKey(alias));
      if (trust === 'trusted' || (holder !== undefined && holder !== name))
        throw new Error(`the name ${alias} belongs to ${holder ?? 'a tool of ours'}`);
    }
    withdraw(name);
    for (const alias of [name, ...aliases]) names.set(lookupKey(alias), name);
    byName.set(name, [Object.freeze({ ...entry, manifest: deepFreeze(entry.manifest) })]);
  };

  const withdraw = (name: string): void => {
    const [entry] = byName.get(name) ?? [];
    if (entry === undefined || entry.manifest.trust === 'trusted') return;
    byName.delete(name);
    for (const alias of [name, ...entry.manifest.aliases]) names.delete(lookupKey(alias));
  };

  for (const tool of tools) register(tool);
  return {
    register,
    adopt,
    withdraw,
    validate,
    versions: versionsOf,
    get: (name, version) =>
      version === undefined ? versionsOf(name).at(-1) : versionsOf(name).find((entry) => entry.manifest.version === version),
    resolve: (name, version, visible = () => true) => resolve(name, version, versionsOf(name), [...byName.keys()].sort().filter(visible)),
    getAll: all,
    getByCategory: (category) => all().filter((manifest) => manifest.category === category),
    getByTag: (tag) => all().filter((manifest) => manifest.tags.includes(tag)),
    names: () => [...byName.keys()].sort(),
  };
}

/** For each category, the tag of its domain of capability (S3 §2.1.4). */
const DOMAIN: Readonly<Record<ToolManifest['category'], string>> = {
  query: 'retrieval',
  analysis: 'computation',
  generation: 'data',
  mutation: 'memory',
};

function install(definition: AnyTool, validators: ToolValidators): InstalledTool {
  const { manifest: parts } = definition;
  const key = `${parts.name}@${parts.version}`;
  const checked = (side: 'input' | 'output', validator: AheadOfTime | undefined): Checker => {
    if (validator === undefined) throw new Error(`tool ${key} has no generated ${side} validator; run .ci/validators.mjs`);
    return checkerOf(definition[side], side, validator);
  };
  const input = checked('input', validators.input(key));
  const output = once(async () => checked('output', await validators.output(key)));
  const schemaHash = schemaHashOf(key);
  const manifest: ToolManifest = {
    ...parts,
    execution_constraints: { ...parts.execution_constraints, side_effects: sideEffectsOf(parts.effect, definition.scope) },
    input_schema: input.schema,
    output_schema: jsonSchemaOf(definition.output, 'output'),
    examples: definition.examples,
    tags: [...new Set([...parts.tags, DOMAIN[parts.category]])],
    aliases: aliasesOf(parts),
    annotations: annotationsOf(parts),
    scope: definition.scope,
    redaction: definition.redaction,
    requires: definition.requires,
    trust: 'trusted',
    ...(schemaHash !== undefined && { schemaHash }),
  };
  return Object.freeze({ key, definition, manifest: deepFreeze(manifest), input, output });
}

/** Returns errors if the version number is too low for the schema changes (S0 §7): breaking changes need a major, additions a minor. */
function tooSmallABump(definition: AnyTool, { manifest: sibling }: InstalledTool): string[] {
  const { version } = definition.manifest;
  if (majorOf(version) !== majorOf(sibling.version)) return [];
  const own = { input_schema: jsonSchemaOf(definition.input, 'input'), output_schema: jsonSchemaOf(definition.output, 'output') };
  const newer = compareVersions(version, sibling.version) > 0;
  const { bump, reasons } = newer ? compatibilityOf(sibling, own) : compatibilityOf(own, sibling);
  const sameMinor = version.split('.')[1] === sibling.version.split('.')[1];
  if (bump === 'patch' || (bump === 'minor' && !sameMinor)) return [];
  return [`against ${sibling.version} it needs a new ${bump}: ${reasons.join('; ')}`];
}

function structureOf(definition: AnyTool): string[] {
  const parsed = ManifestParts.safeParse(definition.manifest);
  const findings = parsed.success
    ? contradictions(definition.manifest)
    : parsed.error.issues.map((issue) => `manifest.${issue.path.map(String).join('.')}: ${issue.message}`);
  if (!hasRedaction(definition)) findings.push('REDACTION_FAILED: redaction.allow must list what may leave the tool');
  if (definition.examples.length === 0) findings.push('at least one example is required');
  const keys = propertyNames(jsonSchemaOf(definition.input, 'input'));
  if (keys.some(namesConnection)) findings.push('a connection id travels in the context, never in the arguments');
  for (const key of keys.filter(namesSecret)) findings.push(`the argument ${key} asks for a secret; secrets stay with their owner`);
  return [...findings, ...undeclared(definition)];
}

/** Returns errors for required capabilities whose permission the manifest does not list (S4-1.6). */
function undeclared({ requires, manifest }: AnyTool): string[] {
  const needed = requires.flatMap((name) => PERMISSION[name] ?? []);
  const missing = [...new Set(needed)].filter((permission) => !manifest.permissions.includes(permission));
  return missing.map((permission) => `permissions must name ${permission}, which the capabilities of the tool need`);
}

const PERMISSION: Readonly<Partial<Record<CapabilityName, string>>> = {
  captures: 'captures:read',
  query: 'captures:read',
  clock: 'clock:read',
  resolver: 'keyring:use',
};

/** Whether a definition has an allowlist for its output. This is checked at run time, because definitions may come from JavaScript. */
function hasRedaction(definition: { readonly redaction?: { readonly allow?: unknown } }): boolean {
  const allow = definition.redaction?.allow;
  return Array.isArray(allow) && allow.length > 0;
}

function resolve(
  name: string,
  version: string,
  installed: readonly InstalledTool[],
  known: readonly string[],
): Result<Resolved, ToolError> {
  if (installed.length === 0) {
    const message = `tool_name: expected one of ${shorten(known.join(', '), 800)}, got ${JSON.stringify(shorten(name, 80))}`;
    return err(toolError('UNKNOWN_TOOL', message, ['tool_name'], { allowed: known.slice(0, 64), got: shorten(name, 80) }));
  }
  const exact = installed.find((entry) => compareVersions(entry.manifest.version, version) === 0);
  if (exact) return ok({ tool: exact, exact: true });
  const compatible = installed.filter(
    ({ manifest }) => majorOf(manifest.version) === majorOf(version) && compareVersions(manifest.version, version) > 0,
  );
  const newest = compatible.at(-1);
  if (newest) return ok({ tool: newest, exact: false });
  const versions = installed.map((entry) => entry.manifest.version);
  const message = `tool_version: expected one of ${versions.join(', ')} or an older minor of the same major, got ${shorten(version, 40)}`;
  return err(
    toolError('UNSUPPORTED_TOOL_VERSION', message, ['tool_version'], { allowed: versions.slice(0, 64), got: shorten(version, 40) }),
  );
}
