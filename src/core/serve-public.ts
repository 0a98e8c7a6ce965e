import { WorkbenchError } from '../base/failure.ts';
import { readOpenChoice } from '../session/open-choice.ts';
import { dialectOf } from '../wire/decode.ts';
import { blobOf, choiceOf, filesOf, optionsOf, textIfGiven, textOf } from '../workbench/arguments.ts';
import type { ServedPublic } from '../workbench/public.ts';
import { sha256Hex } from './calls/digest.ts';
import { signingMethods } from './seals/signing-methods.ts';
import { queryOf, type CoreParts } from './serve.ts';

const AUDIT_TYPES = { json: 'application/json', ndjson: 'application/x-ndjson' } as const;

/** The core's methods for scripts, from which the page builds `window.workbench`. */
export function publicMethods(parts: CoreParts, entry: 'console' | 'embed'): ServedPublic {
  const { base, data, opening, calling, sharing, sessions, live } = parts;
  const { runner, tools, keys, policies, journals } = calling;
  const query = queryOf(parts);
  return {
    open: async (files, given) => {
      const list = filesOf(files);
      const { reading, keep, decrypt, ...options } = optionsOf(given);
      if (reading === undefined && keep === undefined && decrypt === undefined) return opening.open(list, options);
      const choice = readOpenChoice({ reading, keep, decrypt });
      if (!choice.ok) throw new WorkbenchError('BAD_READING', choice.error);
      return opening.open(list, { ...options, choice: choice.value });
    },
    close: async (id) => opening.close(textOf('the id of a capture', id)),
    pseudonymise: async (id) => sharing.pseudonymise(textOf('the id of a capture', id)),
    problems: (id, page) => Promise.resolve().then(() => data.captures.problems(textOf('the id of a capture', id), optionsOf(page))),
    merge: async (ids, options) => opening.merge(ids, optionsOf(options)),
    query: async (sql, options) => query(sql, optionsOf(options)),
    validate: (invocation) => runner.validate(invocation),
    run: async (invocation, options) => calling.runAs(entry, invocation, optionsOf(options)),
    plan: async (invocations, options) => tools.plan(invocations, optionsOf(options)),
    bundle: async (given) => sharing.bundle({ name: 'Replay bundle', capture_ids: [], ...optionsOf(given) }),
    replay: async (bundle, given) => {
      const { signal, context } = optionsOf(given);
      return tools.replay(bundle, { signal, context });
    },
    verify: async (file) => (await import('./seals/verified-file.ts')).verificationOfFile(blobOf('the file', file)),
    score: async (dialect, transcript, evaluation) =>
      (await import('../wire/score.ts')).scoreTranscript(dialectOf(dialect), transcript, evaluation, runner.catalog()),
    trace: async (conversation, options) => (await import('../planner/trace.ts')).traceOf(conversation, sha256Hex, optionsOf(options)),
    keyring: {
      add: (name, key_hex, kind) => keys.add(name, key_hex, kind),
      remove: (connection_id) => keys.remove(connection_id),
    },
    signing: signingMethods(base.signing),
    setPolicy: (policy) => policies.apply(policy),
    verifyAudit: async (head) => runner.verifyAudit(textIfGiven('the expected head', head)),
    exportAudit: async (given) => {
      const form = choiceOf('the form', ['json', 'ndjson'], given);
      return new Blob([await journals.text(form)], { type: AUDIT_TYPES[form] });
    },
    checkAudit: async (journal, head) =>
      journals.check(
        typeof journal === 'string' ? journal : await blobOf('the journal', journal).text(),
        textIfGiven('the expected head', head),
      ),
    live: {
      preflight: () => live.preflight(),
      start: (options) => live.start(options),
      stop: () => live.stop(),
    },
    session: {
      save: async (options) => sessions.saveSession(optionsOf(options)),
      load: async (file) => {
        const since = Date.now();
        const { openableFile } = await import('./seals/openable.ts');
        await sessions.loadSession(await openableFile(blobOf('the session', file)), since);
      },
      offline: async (options) => (await sharing.offlinePage(optionsOf(options))).file,
    },
  };
}
