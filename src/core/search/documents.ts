import assistants from '../../../docs/assistants.md?raw';
import connections from '../../../docs/how-to/connections.md?raw';
import exporting from '../../../docs/how-to/export.md?raw';
import filters from '../../../docs/reference/filter-grammar.md?raw';
import handingOn from '../../../docs/how-to/share.md?raw';
import linkage from '../../../docs/linkage-model.md?raw';
import live from '../../../docs/how-to/live.md?raw';
import masking from '../../../docs/reference/masking.md?raw';
import scripting from '../../../docs/how-to/scripting.md?raw';
import sensors from '../../../docs/how-to/several-sensors.md?raw';
import statistics from '../../../docs/statistics.md?raw';

/** The manual, by file. */
const FILES: Readonly<Record<string, string>> = {
  'docs/assistants.md': assistants,
  'docs/how-to/connections.md': connections,
  'docs/how-to/export.md': exporting,
  'docs/reference/filter-grammar.md': filters,
  'docs/how-to/share.md': handingOn,
  'docs/linkage-model.md': linkage,
  'docs/how-to/live.md': live,
  'docs/reference/masking.md': masking,
  'docs/how-to/scripting.md': scripting,
  'docs/how-to/several-sensors.md': sensors,
  'docs/statistics.md': statistics,
};

export interface Section {
  /** File and heading. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface ManualPage {
  /** The name of its file without the ending, such as `export`. */
  readonly name: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** The manual, a page per file. */
export const manual = (): readonly ManualPage[] =>
  Object.entries(FILES).map(([file, text]) => {
    const name = file.replace(/^.*\/|\.md$/g, '');
    return { name, title: /^# (.*)$/m.exec(text)?.[1] ?? name, text };
  });

/** The manual, cut at its headings. */
export function sections(): readonly Section[] {
  return Object.entries(FILES).flatMap(([file, whole]) =>
    whole
      .split(/^(?=#{1,3} )/m)
      .map((part) => /^#{1,3} (.*)\n([\s\S]*)$/.exec(part))
      .flatMap((match) => (match === null ? [] : [{ id: `${file}: ${match[1]!}`, title: match[1]!, text: match[2]!.trim() }])),
  );
}
