import { WorkbenchError } from '../base/failure.ts';
import { readOpenChoice } from '../session/open-choice.ts';
import { chooseTools } from '../tools/choose.ts';
import { project } from '../tools/contract/project.ts';
import { decode, dialectOf } from '../wire/decode.ts';
import { encode } from '../wire/encode.ts';
import type { Composition } from './compose.ts';
import type { Workbench } from './public.ts';

const AUDIT_TYPES = { json: 'application/json', ndjson: 'application/x-ndjson' } as const;

/** `window.workbench` over the composition: the same calls as the page's, by a door of their own. */
export function publicWorkbench(composition: Composition, entry: 'console' | 'embed' = 'console'): Workbench {
  return {
    version: composition.version,
    build: composition.build,
    ready: composition.ready,
    idle: () => composition.idle(),
    open: async (files, { reading, keep, ...options } = {}) => {
      const list = files instanceof File ? [files] : [...files];
      if (reading === undefined && keep === undefined) return composition.open(list, options);
      const choice = readOpenChoice({ reading, keep });
      if (!choice.ok) throw new WorkbenchError('BAD_READING', choice.error);
      return composition.open(list, { ...options, choice: choice.value });
    },
    captures: () => composition.captures(),
    close: (id) => composition.close(id),
    pseudonymise: (id) => composition.pseudonymise(id),
    problems: (id, page) => composition.problems(id, page),
    merge: (ids, options) => composition.merge(ids, options),
    merges: () => composition.merges(),
    query: (sql, options) => composition.query(sql, options),
    tools: ({ capture_id, ...filter } = {}) => {
      const captures = composition.captures().filter((capture) => capture.capture_id === capture_id);
      if (capture_id !== undefined && captures.length === 0) return [];
      return chooseTools(composition.tools(), filter, capture_id === undefined ? undefined : captures);
    },
    manifest: (name, version) => composition.runner.manifest(name, version),
    lint: (...given) => composition.desk.lint(...given),
    validate: (invocation) => composition.validate(invocation),
    run: (invocation, options = {}) => composition.runAs(entry, invocation, options),
    project,
    plan: (invocations, options = {}) => composition.desk.plan(invocations, options),
    bundle: ({ name = 'Replay bundle', capture_ids = [], ...wish } = {}) => composition.bundle({ name, capture_ids, ...wish }),
    replay: (bundle, { signal, context } = {}) => composition.desk.replay(bundle, { signal, context }),
    repair: (invocation, result) => composition.desk.repair(invocation, result),
    encode: (dialect, options) => encode(dialectOf(dialect), composition.tools(), options),
    decode: (dialect, transcript) => decode(dialectOf(dialect), transcript, composition.tools()),
    score: async (dialect, transcript, evaluation) =>
      (await import('../wire/score.ts')).scoreTranscript(dialectOf(dialect), transcript, evaluation, composition.tools()),
    keyring: {
      add: (name, irk_hex) => composition.keyring.add(name, irk_hex),
      list: () => composition.keyring.list(),
      remove: (connection_id) => composition.keyring.remove(connection_id),
    },
    policy: () => composition.runner.policy(),
    setPolicy: (policy) => Promise.resolve().then(() => composition.policy.apply(policy)),
    audit: () => composition.audit(),
    auditHead: () => composition.runner.auditHead(),
    verifyAudit: (expected_head) => composition.runner.verifyAudit(expected_head),
    exportAudit: (form = 'json') => Promise.resolve(new Blob([composition.journal.text(form)], { type: AUDIT_TYPES[form] })),
    checkAudit: async (journal, expected_head) =>
      composition.journal.check(typeof journal === 'string' ? journal : await journal.text(), expected_head),
    metrics: () => composition.runner.metrics(),
    on: (type, listener) => composition.listen(type, listener),
    live: {
      preflight: () => composition.live.preflight(),
      start: (options) => composition.live.start(options),
      stop: () => composition.live.stop(),
      status: () => composition.live.status(),
    },
    session: {
      save: (options = {}) => composition.saveSession(options),
      load: async (file) => {
        const document = await (await import('./keeping/sessions.ts')).sessionJson(file);
        await composition.loadSession({ document, bytes: () => null, own: false });
      },
      offline: async (options = {}) => (await composition.offlinePage(options)).file,
    },
  };
}
