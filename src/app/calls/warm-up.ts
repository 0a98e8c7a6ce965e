import { checkJson } from '../../tools/contract/json-value.ts';
import { contractChecker } from '../../tools/contract/schema.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { Runner } from '../../tools/runner/ports.ts';
import { whenIdle } from '../idle.ts';

/**
 * Takes every tool through validation once while nobody waits, a version per idle moment: validators are built, and what
 * every call and answer pass through is compiled, at their first use, which took a first call some 50 ms of the page's
 * thread. Nothing is run and nothing is written down.
 */
export function warmUp(runner: Pick<Runner, 'validate' | 'catalog'>, registry: Pick<ToolRegistry, 'versions'>): void {
  const left = runner.catalog().flatMap(({ name }) => registry.versions(name));
  const next = (): void => {
    const tool = left.pop();
    if (tool === undefined) return;
    const { manifest } = tool;
    const { value } = checkJson(manifest);
    tool.output.fault(value);
    contractChecker('tool-result').fault(value);
    void runner.validate({
      tool_name: manifest.name,
      tool_version: manifest.version,
      capture_selection: { capture_id: 'warm_up' },
      arguments: manifest.examples[0]?.params ?? {},
      request_id: 'warm-up',
    });
    whenIdle(next);
  };
  whenIdle(next);
}
