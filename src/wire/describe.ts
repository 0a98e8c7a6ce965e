import type { ToolManifest } from '../tools/contract/index.ts';
import { LONGEST_DESCRIPTION } from './limits.ts';
import { wireSelection } from './selection.ts';

/**
 * Writes the description of a tool for a model: its purpose and, as far as they fit, prerequisites, an example call and specific errors.
 * `cut` is true if the purpose alone is longer than providers accept, which can happen for a tool of another server.
 */
export function describedTool(tool: ToolManifest): { readonly text: string; readonly cut: boolean } {
  const call = exampleCall(tool);
  const errors = tool.error_codes.map(({ code, meaning }) => `${code}: ${meaning}`).join(' ');
  const codes = tool.error_codes.map(({ code }) => code).join(', ');
  let text = [tool.description, tool.background].filter(Boolean).join(' ');
  const add = (label: string, ...forms: readonly string[]): void => {
    const fits = forms.find((form) => form !== '' && text.length + label.length + form.length + 3 <= LONGEST_DESCRIPTION);
    if (fits !== undefined) text += ` ${label}: ${fits}`;
  };
  add('Example', call === undefined ? '' : JSON.stringify(call));
  add('Errors', errors, codes);
  return { text: text.slice(0, LONGEST_DESCRIPTION), cut: text.length > LONGEST_DESCRIPTION };
}

/** The arguments of the manifest's first successful example, written as dialects write arguments. */
function exampleCall(tool: ToolManifest): object | undefined {
  for (const { params, capture_selection, expectedResult } of tool.examples) {
    if (expectedResult['status'] !== 'ok') continue;
    if (tool.scope === 'none') return params;
    const selection = wireSelection(capture_selection);
    if (selection !== undefined) return { capture_selection: selection, ...params };
  }
  return undefined;
}
