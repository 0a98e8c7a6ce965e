import type { CaptureLookup } from '../../tools/definition.ts';
import { chooseTools } from '../../tools/choose.ts';
import type { Runner } from '../../tools/runner/ports.ts';
import type { AssistantsPort, Schemas } from '../../workbench/assistants.ts';
import { briefText, sizesOf } from '../../wire/brief.ts';
import { dialectOf } from '../../wire/decode.ts';
import { encode } from '../../wire/encode.ts';

/** Writes the tools that the policy allows: as a file in the dialect of a model's API, or as a text with two lines per tool. */
export function schemasOf(
  name: string,
  { text, capture_ids, brief }: Parameters<AssistantsPort['schemas']>[1],
  { runner, captures }: { readonly runner: Pick<Runner, 'catalog'>; readonly captures: CaptureLookup },
): Schemas {
  const dialect = dialectOf(name);
  const over = capture_ids?.flatMap((id) => captures.get(id) ?? []);
  const tools = chooseTools(runner.catalog(), { text }, over);
  const encoded = encode(dialect, tools, { load: 'all' });
  return {
    file_name: brief ? 'capture-workbench-tools.txt' : `capture-workbench-tools.${dialect}.json`,
    text: brief ? `${tools.map(briefText).join('\n')}\n` : `${JSON.stringify(encoded.value, null, 2)}\n`,
    tools: sizesOf(dialect, tools),
    warnings: encoded.warnings,
  };
}
