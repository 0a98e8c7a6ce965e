import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createHash } from 'node:crypto';
import { askEndpoint } from '../../../src/core/assistants/ask-endpoint.ts';
import { loopbackUrl } from '../../../src/core/assistants/loopback.ts';
import { traceOf } from '../../../src/planner/trace.ts';
import { readCases, refuse, type AgentCase } from './cases.ts';
import { live, recorded, replayed, type Exchanges } from './recordings.ts';
import { costOf, passed, readPrices, reportOf, type Price } from './report.ts';
import { runTrial, type Named, type Run, type Trial } from './run.ts';
import { catalogOf, functionSurroundings, workbenchSurroundings, type Surroundings } from './surroundings.ts';

export interface AgentOptions {
  /** Files with cases; those of BFCL may have their answers in another one. */
  readonly cases: readonly string[];
  readonly models: readonly string[];
  /** Files with system texts; the planner's own without any. */
  readonly prompts: readonly string[];
  /** Catalog files; `own` is the workbench's. */
  readonly catalogs: readonly string[];
  readonly repeats: number;
  /** Most answers of the model in one run. */
  readonly steps: number;
  /** An OpenAI-compatible server on this machine. */
  readonly endpoint: string;
  readonly record: string;
  /** A folder of recordings, read instead of asking the endpoint. */
  readonly replay: string;
  readonly prices: string;
  /** Folder for the report, the results and a trace of each run. */
  readonly out: string;
  /** Whether traces include texts, arguments and summaries. */
  readonly contents: boolean;
  readonly say: (line: string) => void;
}

const OWN = 'own';
const jsonOf = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8')) as unknown;

/** Runs cases × models × prompts × catalogs × repeats, writes what `out` names and returns the report. */
export async function evaluateAgents(options: AgentOptions): Promise<string> {
  const { models, prompts, catalogs, repeats, say, steps, out } = options;
  if (options.cases.length === 0 || models.length === 0) refuse('expected --cases and --models');
  if (!Number.isSafeInteger(repeats) || repeats < 1 || !Number.isSafeInteger(steps) || steps < 1)
    refuse('expected whole numbers above 0 as --repeats and --steps');
  requireDistinct('models', models);
  requireDistinct(
    'names of prompt files',
    prompts.map((path) => basename(path)),
  );
  requireDistinct(
    'names of catalogs',
    catalogs.map((path) => basename(path)),
  );
  const exchanges = exchangesOf(options);
  const prices: ReadonlyMap<string, Price> = options.prices === '' ? new Map() : readPrices(jsonOf(options.prices));
  const texts = prompts.length === 0 ? [{ name: OWN, value: '{{instructions}}' }] : prompts.map(textFile);
  const cases = readCases(...options.cases.map((path) => readFileSync(path, 'utf8')));
  const workbench = await workbenchSurroundings();
  try {
    const offers = (catalogs.length === 0 ? [OWN] : catalogs).map((path) =>
      path === OWN ? { name: OWN, value: workbench } : { name: basename(path), value: catalogOf(jsonOf(path), workbench) },
    );
    const runs: Run[] = [];
    for (const trial of trialsOf(cases, models, texts, offers, repeats)) {
      const run = await runTrial(trial, exchanges, steps);
      say(`${trial.model} ${trial.given.id} ${String(trial.repeat)}: ${run.score.score.toFixed(3)} ${run.code ?? run.ending}`);
      runs.push(run);
    }
    const report = await reportOf(runs, prices);
    if (out !== '') await write(out, report, runs, prices, options.contents);
    return report;
  } finally {
    await workbench.close();
  }
}

/** Runs with equal names would count as one cell of the report. */
function requireDistinct(what: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) refuse(`expected ${what} that differ, found ${twice.slice(0, 64)} twice`);
}

const textFile = (path: string): Named<string> => ({ name: basename(path), value: readFileSync(path, 'utf8') });

function exchangesOf({ endpoint, record, replay }: AgentOptions): Exchanges {
  if (replay !== '') return replayed(replay);
  if (endpoint === '') return refuse('expected --endpoint or --replay');
  const base = loopbackUrl(endpoint).href.replace(/\/+$/, '');
  const address = `${base.endsWith('/v1') ? base : `${base}/v1`}/chat/completions`;
  const asked = live(
    (body, signal) => askEndpoint(address, body, { signal }),
    () => Date.now(),
  );
  return record === '' ? asked : recorded(record, asked);
}

function* trialsOf(
  cases: readonly AgentCase[],
  models: readonly string[],
  prompts: readonly Named<string>[],
  catalogs: readonly Named<Surroundings>[],
  repeats: number,
): Generator<Trial> {
  for (const model of models)
    for (const prompt of prompts)
      for (const catalog of catalogs)
        for (const given of cases) {
          const value = given.functions === undefined ? catalog.value : functionSurroundings(given.functions);
          for (let repeat = 0; repeat < repeats; repeat++) yield { given, model, prompt, catalog: { ...catalog, value }, repeat };
        }
}

const sha256 = (bytes: Uint8Array): Promise<string> => Promise.resolve(createHash('sha256').update(bytes).digest('hex'));

async function write(
  out: string,
  report: string,
  runs: readonly Run[],
  prices: ReadonlyMap<string, Price>,
  contents: boolean,
): Promise<void> {
  mkdirSync(join(out, 'traces'), { recursive: true });
  writeFileSync(join(out, 'report.md'), report);
  const results = runs.map((run) => {
    const { trial, score, ending, code, requests, input_tokens, output_tokens, conversation } = run;
    const { given, model, prompt, catalog, repeat } = trial;
    const cell = { case: given.id, model, prompt: prompt.name, catalog: catalog.name, repeat };
    const cost = costOf(run, prices);
    return {
      ...cell,
      passed: passed(run),
      ...score,
      ending,
      code,
      requests,
      input_tokens,
      output_tokens,
      cost,
      trace: `traces/${conversation.id}.json`,
    };
  });
  writeFileSync(join(out, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  for (const { conversation } of runs) {
    const trace = await traceOf(conversation, sha256, { contents });
    writeFileSync(join(out, 'traces', `${conversation.id}.json`), `${JSON.stringify(trace)}\n`);
  }
}
