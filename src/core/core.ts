import { createBus } from '../base/bus.ts';
import { type DeviceName, namesByAddress } from '../base/device-name.ts';
import { catalog } from '../tools/catalog/index.ts';
import { createRegistry } from '../tools/registry.ts';
import type { WorkbenchEvent, WorkState } from '../workbench/port.ts';
import { Activities } from './activities.ts';
import { createAssistants } from './assisting.ts';
import { Conversations } from './assistants/conversations.ts';
import { Busy } from './busy.ts';
import { createCalling } from './calling.ts';
import { browserThreads, createData, type CoreBase, type CoreThreads } from './data.ts';
import type { CoreHost, Environment } from './host.ts';
import { createSessions } from './keeping/session-service.ts';
import { liveOf } from './live/core-live.ts';
import { NamesTable } from './names-table.ts';
import { createOpening } from './opening.ts';
import { createSharing } from './offline/sharing-service.ts';
import { NOTHING_TO_RESTORE, restore, type Recovery } from './recovery.ts';
import { resultsOf } from './results/core-results.ts';
import { createSigning } from './seals/signing-service.ts';
import { Verifications } from './seals/verifications.ts';
import { serve, type Core } from './serve.ts';

/**
 * Creates the core from its parts. Runs in a worker of the page (`core.worker.ts`) or in Node.
 *
 * @param recovery the state that the page stored of a core that ended; its captures, journal and session are restored
 * @param threads the engine, the kernels and the importers; Node supplies its own
 */
export function createCore(host: CoreHost, environment: Environment, recovery?: Recovery, threads?: CoreThreads): Core {
  const bus = createBus<WorkbenchEvent>((error) => {
    host.report(error);
  });
  const page = { base: environment.base_url, textOf: (id: string) => host.elementText(id) };
  const activities = new Activities((list) => {
    bus.emit({ type: 'activity', activities: list });
  });
  const verifications = new Verifications(() => {
    bus.emit({ type: 'verification' });
  }, recovery?.verification);
  const signing = createSigning(() => {
    bus.emit({ type: 'signing' });
  });
  const base: CoreBase = { host, environment, bus, activities, busy: new Busy(), page, verifications, signing };
  const data = createData(base, threads ?? browserThreads(page));
  const opening = createOpening(base, data);
  const work: { current: WorkState } = { current: recovery?.work ?? { selected: [], invocation: '', sql: '' } };
  const given = (): readonly DeviceName[] => work.current.names ?? [];
  const names = new NamesTable(data.engine, given);
  const calling = createCalling({ base, data, opening, registry: createRegistry(catalog), recovery, names: () => namesByAddress(given()) });
  const changed = (): void => {
    bus.emit({ type: 'conversations' });
  };
  const conversations = new Conversations(recovery?.conversations ?? [], changed, recovery?.removed_conversations);
  const sharing = createSharing(base, data, opening, calling, () => work.current, conversations);
  const sessions = createSessions({ base, data, opening, calling, sharing: sharing.dependencies, work, conversations });
  const live = liveOf(base, data, opening);
  const assistants = createAssistants(base, data, calling, {
    conversations,
    restored: () => restored.runs,
    flush: async () => sessions.keeping?.flush(false),
  });
  const restored = recovery === undefined ? NOTHING_TO_RESTORE : restore(recovery, base, data, calling);
  const results = resultsOf(base, data, calling, restored);
  return serve({ base, data, opening, calling, sharing, sessions, live, assistants, results, work, names, restored });
}
