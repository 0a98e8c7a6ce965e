import type { ToolChoice } from './encode.ts';
import type { Issue } from './record.ts';

/** Warns that a choice of tools has no effect, for dialects in which the caller itself chooses; `auto` means the same there. */
export function choiceWarning(choice: ToolChoice | undefined, dialect: string): Issue[] {
  if (choice === undefined || choice === 'auto') return [];
  return [
    { code: 'CHOICE_NOT_SAID', message: `expected a dialect with a choice of tools, found ${dialect}: who calls there chooses alone` },
  ];
}
