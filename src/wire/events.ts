import { WorkbenchError } from '../base/failure.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import type { Issue } from './record.ts';

/** The values of a transcript in order, and the problems with parts of its text that could not be read. */
export interface Transcript {
  readonly values: readonly unknown[];
  readonly problems: readonly Issue[];
}

/** Maximum number of characters of a transcript that is given as text. */
export const MOST_TRANSCRIPT = 32 * 1024 * 1024;
const MOST_PROBLEMS = 64;

/**
 * Parses a transcript to values. It may be JSON, JSON lines, server-sent events (lines `data: …`) or an already parsed value. Throws
 * `INVALID_TRANSCRIPT` for other text.
 */
export function readTranscript(transcript: unknown): Transcript {
  if (typeof transcript !== 'string') return isContainer(transcript) ? { values: [transcript], problems: [] } : refuse(typeof transcript);
  if (transcript.length > MOST_TRANSCRIPT) return refuse(`${String(transcript.length)} characters, more than ${String(MOST_TRANSCRIPT)}`);
  const text = transcript.replace(/^\uFEFF/, '').trim();
  if (/^[[{]/.test(text)) {
    const whole = parse(text);
    if (whole !== undefined) return { values: [whole], problems: [] };
  }
  return /^(?:data|event|id|retry|:)/m.test(text) && !text.startsWith('{') ? readEvents(text) : readLines(text.split('\n'));
}

/** Matches lines with other fields of a server-sent event than `data`; they are ignored. */
const OTHER_FIELD = /^(?::|(?:event|id|retry)(?::|$))/;

/** Parses server-sent events: the `data` lines of an event form one text, and a blank line ends the event. Other lines are problems. */
function readEvents(text: string): Transcript {
  const events: string[] = [];
  const problems: Issue[] = [];
  let data: string[] = [];
  [...text.split(/\r\n|\n|\r/), ''].forEach((line, index) => {
    if (line === '') {
      if (data.length > 0) events.push(data.join('\n'));
      data = [];
    } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    else if (!OTHER_FIELD.test(line) && problems.length < MOST_PROBLEMS)
      problems.push({
        code: 'BAD_LINE',
        message: 'expected a field of a server-sent event, found another line',
        path: `line ${String(index + 1)}`,
      });
  });
  const read = readLines(events);
  return { values: read.values, problems: [...problems, ...read.problems].slice(0, MOST_PROBLEMS) };
}

function readLines(lines: readonly string[]): Transcript {
  const values: unknown[] = [];
  const problems: Issue[] = [];
  lines.forEach((line, index) => {
    const piece = line.trim();
    if (piece === '') return;
    if (piece === '[DONE]') {
      values.push(DONE);
      return;
    }
    const value = parse(piece);
    if (value !== undefined) values.push(value);
    else if (problems.length < MOST_PROBLEMS)
      problems.push({ code: 'INVALID_JSON', message: 'expected a JSON value, found something else', path: `event ${String(index + 1)}` });
  });
  if (values.length === 0) return refuse('a text without a JSON value');
  return { values, problems };
}

/** The value that stands for the line `[DONE]`, which ends a stream of OpenAI chat completions. */
export const DONE = Object.freeze({ done: '[DONE]' });

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function refuse(found: string): never {
  throw new WorkbenchError('INVALID_TRANSCRIPT', `expected a transcript (JSON, JSON lines or server-sent events), found ${found}`);
}

/** Reads a member of an object; undefined if there is none. Inherited members are never read. */
export function member(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export const textMember = (value: unknown, key: string): string | undefined => {
  const found = member(value, key);
  return typeof found === 'string' ? found : undefined;
};

export const listMember = (value: unknown, key: string): readonly unknown[] => {
  const found = member(value, key);
  return Array.isArray(found) ? (found as readonly unknown[]) : [];
};

/** Reads the first of several members that is present, because some libraries write camelCase and others snake_case. */
export function anyMember(value: unknown, ...keys: readonly string[]): unknown {
  for (const key of keys) {
    const found = member(value, key);
    if (found !== undefined) return found;
  }
  return undefined;
}
