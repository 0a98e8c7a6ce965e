import assistants from '../../docs/how-to/assistants.md?raw';
import commandLine from '../../docs/how-to/command-line.md?raw';
import companions from '../../docs/how-to/companions.md?raw';
import connections from '../../docs/how-to/connections.md?raw';
import exporting from '../../docs/how-to/export.md?raw';
import hosting from '../../docs/how-to/host.md?raw';
import live from '../../docs/how-to/live.md?raw';
import opening from '../../docs/how-to/open.md?raw';
import ownDevices from '../../docs/how-to/own-devices.md?raw';
import scaling from '../../docs/how-to/scale.md?raw';
import scripting from '../../docs/how-to/scripting.md?raw';
import sensors from '../../docs/how-to/several-sensors.md?raw';
import sharing from '../../docs/how-to/share.md?raw';
import linkage from '../../docs/explanation/linkage-model.md?raw';
import commands from '../../docs/reference/commands.md?raw';
import filters from '../../docs/reference/filter-grammar.md?raw';
import glossary from '../../docs/reference/glossary.md?raw';
import methods from '../../docs/reference/interface.md?raw';
import masking from '../../docs/reference/masking.md?raw';
import sql from '../../docs/reference/sql.md?raw';
import tables from '../../docs/reference/tables.md?raw';
import statistics from '../../docs/explanation/statistics.md?raw';
import firstCapture from '../../docs/tutorial/first-capture.md?raw';
import type { ManualPage } from './manual-page.ts';

/** The Markdown of every page by its path, in the order of docs/README.md. */
const FILES: Readonly<Record<string, string>> = {
  'docs/tutorial/first-capture.md': firstCapture,
  'docs/how-to/open.md': opening,
  'docs/how-to/live.md': live,
  'docs/how-to/several-sensors.md': sensors,
  'docs/how-to/connections.md': connections,
  'docs/how-to/own-devices.md': ownDevices,
  'docs/how-to/companions.md': companions,
  'docs/how-to/share.md': sharing,
  'docs/how-to/export.md': exporting,
  'docs/how-to/scripting.md': scripting,
  'docs/how-to/command-line.md': commandLine,
  'docs/how-to/scale.md': scaling,
  'docs/how-to/assistants.md': assistants,
  'docs/how-to/host.md': hosting,
  'docs/reference/tables.md': tables,
  'docs/reference/sql.md': sql,
  'docs/reference/filter-grammar.md': filters,
  'docs/reference/commands.md': commands,
  'docs/reference/interface.md': methods,
  'docs/reference/masking.md': masking,
  'docs/reference/glossary.md': glossary,
  'docs/explanation/linkage-model.md': linkage,
  'docs/explanation/statistics.md': statistics,
};

/** Returns the pages of the manual. */
export const manual = (): readonly ManualPage[] =>
  Object.entries(FILES).map(([file, text]) => {
    const name = file.replace(/^.*\/|\.md$/g, '');
    return { file, name, title: /^# (.*)$/m.exec(text)?.[1] ?? name, text };
  });
