import type { FoundKeyName } from '../workbench/port.ts';
import type { Readers } from '../workbench/snapshot.ts';
import { offeredKeys } from './captures/found-keys.ts';
import { journalLines, memoOn } from './events.ts';
import type { CoreParts } from './serve.ts';

/**
 * The values that the page reads synchronously, by name. Members of the public interface have their own path as name; values for the page
 * alone begin with `page.`. Each function returns the same object until its value changes.
 */
export function coreReaders({ base, data, calling, sessions, live, assistants }: CoreParts): Readers {
  const { bus, activities } = base;
  const { runner, keys, journals, policies, approvals, registry, runs } = calling;
  const { captures, merges, opened, engine } = data;
  const foundKeys = (): Readonly<Record<string, readonly FoundKeyName[]>> =>
    Object.fromEntries(
      captures.list().flatMap(({ capture_id }) => {
        const found = offeredKeys(captures.keys(capture_id));
        return found.length === 0 ? [] : [[capture_id, found]];
      }),
    );
  return {
    captures: () => opened.list(),
    merges: memoOn(bus, ['captures'], () => merges.list()),
    engine: () => engine.state(),
    policy: () => runner.policy(),
    audit: journalLines(bus, runner.audit()),
    auditHead: () => runner.auditHead(),
    metrics: memoOn(bus, ['tool-result'], () => runner.metrics()),
    'keyring.list': memoOn(bus, ['keys'], () => keys.list()),
    'live.status': memoOn(bus, ['live'], () => live.status()),
    'page.tools': memoOn(bus, ['policy'], () => runner.catalog()),
    'page.manifests': memoOn(bus, ['policy'], () =>
      registry.names().flatMap((name) => registry.versions(name).map(({ manifest }) => manifest)),
    ),
    'page.names': memoOn(bus, ['policy'], () => registry.names()),
    'page.plannerTools': assistants.plannerTools,
    'page.initialPolicy': memoOn(bus, ['policy', 'keys'], () => policies.initial()),
    'page.offeredPolicy': () => policies.offered(),
    'page.keysKept': () => keys.kept(),
    'page.keysUnkept': () => keys.unkept(),
    'page.foundKeys': memoOn(bus, ['captures'], foundKeys),
    'page.verification': () => base.verifications.current(),
    'signing.key': () => base.signing.key(),
    'page.signingUnkept': () => base.signing.unkept(),
    'page.journals': () => journals.earlier(),
    'page.approvals': () => approvals.port.list(),
    'page.activities': () => activities.list(),
    'page.conversations': () => assistants.conversations.list(),
    'page.servers': () => assistants.serversView(),
    'page.keeping': () => sessions.keeping !== null,
    'page.holds': () => sessions.keeping?.holds() ?? false,
    'recovery.captures': memoOn(bus, ['captures'], () => captures.kept()),
    'recovery.merges': memoOn(bus, ['captures'], () => merges.recoverable()),
    'recovery.conversations': () => assistants.conversations.records(),
    'recovery.removed_conversations': () => assistants.conversations.removed(),
    'recovery.runs': () => runs.kept(),
  };
}
