import { WorkbenchError } from '../../base/failure.ts';
import { visibleString } from '../../base/visible-text.ts';
import type { Verification } from '../../workbench/verification.ts';
import { answer } from '../context.ts';
import { EXIT, Stop, usage } from '../exit.ts';
import { filesOf } from '../inputs.ts';
import { printValues } from '../output/print.ts';
import { ANSWER_OPTIONS, type Command } from './command.ts';

/** The command `verify`: checks the seals of sessions, shared files and bundles. */
export const verifyCommand: Command = {
  name: 'verify',
  arguments: 'FILE...',
  summary: 'Check saved sessions, shared files and bundles against their seals.',
  options: ANSWER_OPTIONS,
  async run(context) {
    if (context.positionals.length === 0) throw usage('expected a session, shared file or bundle');
    const { verificationOfFile } = await import('../../core/seals/verified-file.ts');
    const found: ({ readonly file: string } & Verification)[] = [];
    for (const file of await filesOf(context.positionals)) {
      const verification = await verificationOfFile(file).catch((error: unknown) => {
        throw error instanceof WorkbenchError ? new Stop(EXIT.file, `${file.name}: ${error.message}`) : error;
      });
      found.push({ file: file.name, ...verification });
    }
    await answer(context, async (outlet) => {
      if (!(await printValues(outlet, context.given, found))) for (const each of found) await outlet.write(written(each));
    });
    return found.every(({ state }) => state === 'intact') ? EXIT.done : EXIT.failed;
  },
};

const WORDS: Readonly<Record<Verification['state'], string>> = {
  intact: 'intact',
  changed: 'changed since it was written',
  newer: 'written by a newer version, which this one cannot check',
};

const written = ({ file, state, changes, signer, signer_name }: { readonly file: string } & Verification): string =>
  [
    `${file}: ${WORDS[state]}`,
    ...(signer === null ? [] : [`signed with key ${signer}, which claims the name ${signer_name ?? '(none)'}`]),
    ...changes.map(({ path, message }) => `  ${path}: ${message}`),
  ]
    .map((line) => `${visibleString(line)}\n`)
    .join('');
