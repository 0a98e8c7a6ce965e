import { groupBy } from '../../base/group.ts';

/** An action that is available anywhere on the page. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** Heading under which the command is listed, such as "Go to". */
  readonly group: string;
  readonly keys?: string;
  /** Further words by which a search finds the command. */
  readonly also?: string;
  readonly run: () => void;
}

/** Makes a command for the lists of commands. */
export const command = (group: string, id: string, title: string, run: () => void, also = ''): Command => ({ group, id, title, run, also });

/**
 * Commands whose group, title or other words contain every word of the text: first those whose title begins with it, then those whose title
 * contains it.
 */
export function findCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const rank = ({ group, title, also = '' }: Command): number => {
    if (has(`${group} ${title}`)) return words[0] !== undefined && title.toLowerCase().startsWith(words[0]) ? 0 : 1;
    return has(`${group} ${title} ${also}`) ? 2 : 3;
  };
  const ranks = groupBy(commands, (each) => String(rank(each)));
  return ['0', '1', '2'].flatMap((wanted) => ranks.get(wanted) ?? []);
}
