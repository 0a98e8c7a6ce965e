import { toolError } from '../contract/errors.ts';
import type { ToolError, ToolPolicy } from '../contract/index.ts';
import type { CapabilityName, ToolCapabilities } from '../definition.ts';
import type { InstalledTool, ToolRegistry } from '../registry.ts';
import type { RunnerParts } from './ports.ts';

/** What a tool may touch is what it says that it needs, and what somebody bound (S2 #3, #34). */
type Bound = Pick<RunnerParts, 'capabilities' | 'clock'>;
type Granted = Pick<ToolCapabilities, CapabilityName>;

function boundOf({ capabilities, clock }: Bound): Partial<Granted> {
  const { captures, query, kernels } = capabilities;
  return { captures, clock: { now: () => clock.now() }, ...(query && { query }), ...(kernels && { kernels }) };
}

/** Names of capabilities that the tool asks for and nobody bound. */
function unboundOf(tool: InstalledTool, bound: Bound): CapabilityName[] {
  const there = boundOf(bound);
  return tool.definition.requires.filter((name) => there[name] === undefined);
}

export function missingCapabilities(tool: InstalledTool, bound: Bound): ToolError[] {
  const missing = unboundOf(tool, bound);
  if (missing.length === 0) return [];
  return [toolError('CAPABILITY_UNAVAILABLE', `${tool.manifest.name} needs ${missing.join(', ')}, which is not available here`)];
}

/** The capabilities of one call: those that the tool declares. Reaching for another finds nothing (S4-1.6). */
export function grantedTo(tool: InstalledTool, captures: Granted['captures'], bound: Bound): Granted {
  const there = Object.entries({ ...boundOf(bound), captures });
  return Object.fromEntries(there.filter(([name]) => tool.definition.requires.includes(name as CapabilityName))) as unknown as Granted;
}

/**
 * For composition roots: every enabled tool finds what it needs, or nothing starts (S2 #34). Tools that the policy
 * leaves out need nothing (S2 "Enabled-tool gating").
 */
export function requireBound(registry: ToolRegistry, policy: ToolPolicy, bound: Bound): void {
  const lacking = registry
    .names()
    .filter((name) => policy.allowedTools.includes(name))
    .flatMap((name) => registry.versions(name))
    .flatMap((tool) => unboundOf(tool, bound).map((capability) => `${tool.key} needs ${capability}`));
  if (lacking.length > 0) throw new Error(`capabilities are not bound: ${lacking.join('; ')}`);
}
