/** Answers of a model: asked for, recorded in a folder, or replayed from it without a network. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '../../../src/base/canonical.ts';
import { WorkbenchError } from '../../../src/base/failure.ts';

export type Body = Readonly<Record<string, unknown>>;

/** One run as a model sees it: answers to its requests, and the clock of its trace. */
export interface Exchange {
  readonly send: (body: Body, signal: AbortSignal) => Promise<unknown>;
  readonly now: () => number;
  /** Keeps what is known at the end of the run. */
  readonly end: () => void;
}

/** @param run names the run; equal requests of two runs may have different answers */
export type Exchanges = (run: string) => Exchange;

export const digestOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex');

interface Recording {
  readonly answer?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

export const live =
  (send: Exchange['send'], now: () => number): Exchanges =>
  () => ({ send, now, end: () => undefined });

/** Keeps each answer and failure under the digest of run and request, and the readings of the clock under that of the run. */
export const recorded =
  (folder: string, exchanges: Exchanges): Exchanges =>
  (run) => {
    mkdirSync(folder, { recursive: true });
    const { send, now } = exchanges(run);
    const times: number[] = [];
    const keep = (key: string, recording: Recording): void => {
      writeFileSync(join(folder, `${key}.json`), `${JSON.stringify(recording)}\n`);
    };
    return {
      async send(body, signal) {
        const key = digestOf({ run, body });
        try {
          const answer = await send(body, signal);
          keep(key, { answer });
          return answer;
        } catch (error) {
          if (error instanceof WorkbenchError) keep(key, { error: { code: error.code, message: error.message } });
          throw error;
        }
      },
      now() {
        const time = now();
        times.push(time);
        return time;
      },
      end() {
        writeFileSync(join(folder, `${digestOf({ run })}.times.json`), `${JSON.stringify(times)}\n`);
      },
    };
  };

/** Throws `NO_RECORDING` for a run or request that the folder does not hold. */
export const replayed =
  (folder: string): Exchanges =>
  (run) => {
    const read = (name: string): unknown => {
      const path = join(folder, name);
      if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as unknown;
      throw new WorkbenchError('NO_RECORDING', `expected a recording of ${run}, found none; record it with --record`);
    };
    const times = read(`${digestOf({ run })}.times.json`) as number[];
    let at = 0;
    return {
      async send(body) {
        const { answer, error } = read(`${digestOf({ run, body })}.json`) as Recording;
        if (error !== undefined) throw new WorkbenchError(error.code, error.message);
        return answer;
      },
      now: () => times[Math.min(at++, times.length - 1)] ?? 0,
      end: () => undefined,
    };
  };
