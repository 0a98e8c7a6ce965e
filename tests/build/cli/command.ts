import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const COMMAND = 'dist/cli/capture-workbench.mjs';
export const SAMPLE = 'public/samples/chamber_four_phones.pcapng';

/** A call over the sample. */
export const CALL = {
  tool_name: 'capture_overview',
  tool_version: '1.1.0',
  capture_selection: { capture_id: 'chamber_four_phones' },
  arguments: { top: 5, time_bins: 4 },
  request_id: 'process-1',
  timeout_ms: 60_000,
};

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const start = (args: readonly string[]): ChildProcessWithoutNullStreams => spawn(process.execPath, [COMMAND, ...args]);

/** What a process wrote until its end, and its exit code. */
export function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (part: Buffer) => out.push(part));
  child.stderr.on('data', (part: Buffer) => err.push(part));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8') });
    });
  });
}

/** Runs the command to its end. */
export function command(args: readonly string[], input?: string | Uint8Array): Promise<Ended> {
  const child = start(args);
  // A command that refuses its arguments does not wait for what comes in.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return ended(child);
}

/** A folder for the files of one test. */
export function folder(): { readonly path: string; readonly at: (name: string) => string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'capture-workbench-'));
  return { path, at: (name) => join(path, name), remove: () => rmSync(path, { recursive: true, force: true }) };
}
