import type { WorkState } from '../workbench/port.ts';
import type { PageCalls } from '../workbench/page.ts';
import type { PlanReport } from '../tools/plan/plan.ts';
import { keyHex } from './captures/found-keys.ts';
import { devicesOf } from './devices/core-devices.ts';
import { viewOf } from './results/view.ts';
import { signingMethods } from './seals/signing-methods.ts';
import { afterRestoring, idleOf, notHere, queryOf, readyOf, type CoreParts } from './serve.ts';

/** The core's methods for the page, which scripts may not call. */
export function pageMethods(parts: CoreParts): PageCalls {
  const { base, data, opening, calling, sharing, sessions, live, assistants, work } = parts;
  const { activities } = base;
  const { captures, engine } = data;
  const { runner, tools, keys, policies, journals, approvals, runs } = calling;
  return {
    ready: () => readyOf(parts),
    idle: () => idleOf(parts),
    work: (state: WorkState) => {
      work.current = state;
      return Promise.resolve();
    },
    ...opening,
    retryEngine: () =>
      Promise.resolve().then(() => {
        engine.retry();
      }),
    restartEngine: () =>
      Promise.resolve().then(() => {
        engine.restart();
      }),
    problems: (id, page) => Promise.resolve().then(() => captures.problems(id, page)),
    query: queryOf(parts),
    rows: afterRestoring(parts, (sql, values, options) => engine.rows(sql, values, options)),
    numbers: afterRestoring(parts, (sql, values, options) => engine.numbers(sql, values, options)),
    validate: (invocation, options = {}) => runner.validate(invocation, options),
    run: async (invocation, options = {}) => viewOf(await calling.runAs('page', invocation, options)),
    results: parts.results,
    runAgent: (entry, invocation, options) =>
      calling.runAs(entry, invocation, { ...options, trust: 'untrusted', context: { agent: { id: entry, version: '1' } } }),
    catalogFor: (agent) => Promise.resolve(assistants.catalogFor({ id: agent })),
    serveMcp: (port) => assistants.serveMcp(port),
    forgetCall: (id) =>
      Promise.resolve().then(() => {
        runs.forget(id);
        assistants.conversations.forget(id);
      }),
    share: (options) => sharing.offlinePage(options),
    shareContents: (options) => sharing.contents(options),
    verify: (file) =>
      activities.run(`Verifying ${file instanceof File ? file.name : 'a file'}`, {}, async () =>
        (await import('./seals/verified-file.ts')).verificationOfFile(file),
      ),
    signing: signingMethods(base.signing),
    bundle: (request) => sharing.bundle({ name: 'Replay bundle', ...request }),
    pseudonymise: (id) => sharing.pseudonymise(id),
    keyring: {
      add: (name, key_hex, kind) => keys.add(name, key_hex, kind),
      remove: (id) => keys.remove(id),
      keep: (passphrase) => keys.keep(passphrase),
      unlock: (passphrase) => keys.unlock(passphrase),
      forget: () => keys.forget(),
      async take(id, picks) {
        for (const { index, name } of picks) {
          const key = captures.keys(id)[index];
          if (key) await keys.add(name, keyHex(key.bytes));
        }
      },
    },
    plans: {
      preview: (plan) => tools.preview(plan),
      run: async (plan, options) => viewOfPlan(await tools.plan(plan, { ...options, interactive: true })),
      replay: (file) => activities.run(`Running ${file.name} again`, {}, (inner) => tools.replay(file, inner)),
    },
    approvals: approvals.port,
    journal: {
      verify: (expected_head) => journals.verify(expected_head),
      check: (text, expected_head) => journals.check(text, expected_head),
      text: (form) => journals.text(form),
    },
    policy: { apply: (policy) => policies.apply(policy) },
    activities: {
      dismiss: (id) =>
        Promise.resolve().then(() => {
          activities.dismiss(id);
        }),
      cancel: (id) =>
        Promise.resolve().then(() => {
          activities.cancel(id);
        }),
      take: (id, index) =>
        Promise.resolve().then(() => {
          activities.take(id, index);
        }),
    },
    devices: devicesOf(data, parts.restored),
    live,
    sessions: {
      save: (name, sign) => sessions.sessions.save(name, sign),
      open: (file) => sessions.sessions.open(file),
      async loadEmbedded() {
        if (!base.environment.embeds_session) return;
        const { openablePage } = await import('./seals/openable.ts');
        const session = await openablePage(base.page);
        // Pass time 0: the page has contained this session from the start, so choices in its link are later and take precedence.
        if (session) await sessions.loadSession(session, 0);
      },
    },
    keeping: {
      start: () =>
        Promise.resolve().then(() => {
          sessions.keeping?.start();
        }),
      flush: async () => sessions.keeping?.flush(),
      off: async () => (sessions.keeping ?? notHere('kept sessions')).off(),
      set: async (on) => (sessions.keeping ?? notHere('kept sessions')).set(on),
      left: async () => (await sessions.keeping?.left()) ?? [],
      resume: async (id, last_view_state) => (sessions.keeping ?? notHere('kept sessions')).resume(id, last_view_state),
      forget: async (id) => (sessions.keeping ?? notHere('kept sessions')).forget(id),
      entries: async () => (await sessions.keeping?.entries()) ?? [],
    },
    manual: async () => (await import('../manual/pages.ts')).manual(),
    assistants: assistants.calls,
    servers: assistants.servers,
  };
}

/** A plan's report in which large results are cut short. */
const viewOfPlan = (report: PlanReport): PlanReport => ({
  ...report,
  steps: report.steps.map((step) => ({
    ...step,
    ...(step.result && { result: viewOf(step.result) }),
    ...(step.repaired && { repaired: { ...step.repaired, result: viewOf(step.repaired.result) } }),
  })),
});
