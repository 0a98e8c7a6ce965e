import { groupBy } from '../../base/group.ts';

/** Something a person can do from anywhere. */
export interface Command {
  readonly id: string;
  readonly title: string;
  /** What it belongs to: "Go to". */
  readonly group: string;
  readonly keys?: string;
  /** Other words by which it is found. */
  readonly also?: string;
  readonly run: () => void;
}

/** A line of the lists of commands. */
export const command = (group: string, id: string, title: string, run: () => void, also = ''): Command => ({ group, id, title, run, also });

/** Commands that have every word of the text in their group, title or other words; first those whose title begins with it, then those that name it. */
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
