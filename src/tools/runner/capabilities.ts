import { toolError } from '../contract/errors.ts';
import type { ToolError, ToolPolicy } from '../contract/index.ts';
import type { CapabilityName, ToolCapabilities } from '../definition.ts';
import type { InstalledTool, ToolRegistry } from '../registry.ts';
import type { RunnerParts } from './ports.ts';

/** A tool may use only capabilities that its manifest declares and the host provides (S2 #3, #34). */
type Bound = Pick<RunnerParts, 'capabilities' | 'clock'>;
type Granted = Pick<ToolCapabilities, CapabilityName>;

/** A resolver for the connection of this call only; the grant for it was checked before (S2 #26). */
function boundOf({ capabilities, clock }: Bound, connection: string | null): Partial<Granted> {
  const { captures, query, kernels, exporter, search } = capabilities;
  const resolver = connection === null ? undefined : capabilities.resolver?.(connection);
  return {
    captures,
    clock: { now: () => clock.now() },
    ...(query && { query }),
    ...(kernels && { kernels }),
    ...(resolver && { resolver }),
    ...(exporter && { exporter }),
    ...(search && { search }),
  };
}

/** Returns the names of declared capabilities that the host does not provide. */
function unboundOf(tool: InstalledTool, { capabilities }: Bound): CapabilityName[] {
  return tool.definition.requires.filter((name) => name !== 'clock' && capabilities[name] === undefined);
}

export function missingCapabilities(tool: InstalledTool, bound: Bound, connection: string | null): ToolError[] {
  const missing = unboundOf(tool, bound);
  if (missing.length === 0) {
    if (!tool.definition.requires.includes('resolver') || boundOf(bound, connection).resolver !== undefined) return [];
    return [toolError('CAPABILITY_UNAVAILABLE', 'no key is kept under the connection_id of the context', ['context', 'connection_id'])];
  }
  return [toolError('CAPABILITY_UNAVAILABLE', `${tool.manifest.name} needs ${missing.join(', ')}, which is not available here`)];
}

/** Builds the capabilities of one call: those that the tool declares. All others are undefined (S4-1.6). */
export function grantedTo(tool: InstalledTool, captures: Granted['captures'], bound: Bound, connection: string | null): Granted {
  const there = Object.entries({ ...boundOf(bound, connection), captures });
  return Object.fromEntries(there.filter(([name]) => tool.definition.requires.includes(name as CapabilityName))) as unknown as Granted;
}

/**
 * Throws unless the host provides every capability that enabled tools declare (S2 #34); called once when the product starts. Tools disabled
 * by the policy are not checked (S2 "Enabled-tool gating").
 */
export function requireBound(registry: ToolRegistry, policy: ToolPolicy, bound: Bound): void {
  const lacking = registry
    .names()
    .filter((name) => policy.allowedTools.includes(name))
    .flatMap((name) => registry.versions(name))
    .flatMap((tool) => unboundOf(tool, bound).map((capability) => `${tool.key} needs ${capability}`));
  if (lacking.length > 0) throw new Error(`capabilities are not bound: ${lacking.join('; ')}`);
}
