#!/usr/bin/env node
import './surroundings.ts';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from './command-line.ts';
import { EXIT, Stop, type ExitCode } from './exit.ts';
import { assetsOf } from './assets.ts';

/** Time in ms after which a command that has not ended after a signal is terminated. */
const PATIENCE_MS = 3_000;

const stopping = new AbortController();

/** The first signal cancels the command, which then cleans up. A second signal ends the process immediately. */
function stop(exit: ExitCode): void {
  if (stopping.signal.aborted) process.exit(exit);
  stopping.abort(new Stop(exit, ''));
  setTimeout(() => process.exit(exit), PATIENCE_MS).unref();
}

process.on('SIGINT', () => {
  stop(EXIT.interrupted);
});
process.on('SIGTERM', () => {
  stop(EXIT.terminated);
});
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') stop(EXIT.pipe);
});
// Ignore errors of standard error: if it is closed, no message can be written.
process.stderr.on('error', () => undefined);

const exit = await runCommandLine(process.argv.slice(2), assetsOf(dirname(fileURLToPath(import.meta.url))), stopping);
// Exit explicitly, because threads of the engine and the decoders would keep the process running.
process.exit(exit);
