/** Keys that tools use and never see (S2 #26, #29, §7), and tools as the page lists them. */
import { catalog } from '../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import type { RunnerEvent } from '../../../src/tools/runner/ports.ts';
import { entriesOf, findTools } from '../../../src/ui/features/catalog/find-tools.ts';
import { row, type Row } from '../frame/row.ts';
import { codes } from '../frame/runs.ts';
import { callOf, openFile, workbench } from '../frame/workbench.ts';

const IRK = 'ec0234a357c8ad05341010a60a397d9b';
const reversed = (IRK.match(/../g) ?? []).reverse().join('');

async function resolved(connection: (id: string) => string | undefined) {
  const { id } = await openFile('public/samples/chamber_four_phones.pcapng').then((capture) => ({ id: capture.capture_id }));
  const { runner, keys } = await workbench();
  const key = keys.list()[0] ?? (await keys.add('phone', IRK));
  const events: RunnerEvent[] = [];
  const stop = runner.on('*', (event) => events.push(event));
  const call = callOf('resolvable_address_resolver', {}, { capture_id: id });
  const result = await runner.run(call, { context: { connection_id: connection(key.connection_id) } });
  stop();
  return { result, all: JSON.stringify([result, events, runner.audit(), runner.policy(), runner.metrics(), keys.list()]).toLowerCase() };
}

export const rows: readonly Row[] = [
  row(
    'S2-F3 S2-28',
    'a resolving key is used by its reference, and stands in nothing that comes out: result, events, audit, policy, list of keys',
    async () => {
      const { result, all } = await resolved((id) => id);
      return [result.status, result.structured_output?.['keys_tried'], all.includes(IRK), all.includes(reversed)];
    },
    ['ok', 1, false, false],
  ),
  row(
    'S2-F3 S2-30',
    'without a reference, or with one that nobody granted, no key is asked',
    async () => [codes((await resolved(() => undefined)).result), codes((await resolved(() => 'another')).result)],
    [['MISSING_CONNECTION'], ['CONNECTION_DENIED']],
  ),
  row(
    'S2-X5',
    'the page lists every tool with every version, and finds it by name, tag and words',
    () => {
      const registry = createRegistry(catalog);
      const entries = entriesOf(registry.names().flatMap((name) => registry.versions(name).map((tool) => tool.manifest)));
      const named = (search: string) => findTools(entries, search, '').map(({ name }) => name);
      const versions = entries.flatMap((entry) => entry.versions.map(({ version }) => `${entry.name}@${version}`)).sort();
      return [entries.map(({ name }) => name).sort(), versions, named('sql'), named('resolve-addresses'), named('no such words')];
    },
    [
      [...new Set(catalog.map(({ manifest }) => manifest.name))].sort(),
      catalog.map(({ manifest }) => `${manifest.name}@${manifest.version}`).sort(),
      ['capture_query'],
      ['resolvable_address_resolver'],
      [],
    ],
  ),
];
