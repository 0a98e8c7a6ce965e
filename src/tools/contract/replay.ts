import type { Immutable } from './immutable.ts';
import { instant, jsonObject, sha256, text, whole } from './identifiers.ts';
import { z } from './zod.ts';

/** Calls with their results, for another person to run again (R38). Contains no keys and no connection ids. */
export const REPLAY_FORMAT = 'capture-workbench/replay';
/** Version of the replay format. Newer bundles are rejected. Bundles of version 1 have no seal. */
export const REPLAY_VERSION = 2;

const callId = () => z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/);

export const ReplayBundle = z.strictObject({
  format: z.literal(REPLAY_FORMAT).describe('What this document is.'),
  version: z.literal([1, REPLAY_VERSION]).describe('Version of the format.'),
  name: text(0, 200).describe('What it is called.'),
  created_at: instant().describe('When it was written.'),
  app_version: text(1, 64).describe('Version of the workbench that wrote it.'),
  kernels_sha256: text(0, 64).describe('Digest of the compiled arithmetic that computed the results.'),
  policy: jsonObject().describe('The policy under which the calls ran, without its connections. It is not put in force.'),
  captures: z
    .array(
      z.strictObject({
        capture_id: text(1, 128).describe('Id in the calls.'),
        file_name: text(1, 1024).describe('Name of the file.'),
        bytes: whole().describe('Size of the file in bytes.').meta({ 'x-unit': 'bytes' }),
        sha256: sha256().describe('Digest of the file; vouches for its content.'),
        choice: jsonObject().describe('How the file was read, where that was chosen.').optional(),
        content: z.string().describe('The file as base64 of gzip, where it travels along.').optional(),
      }),
    )
    .max(1000)
    .describe('Files that the calls read.'),
  merges: z
    .array(
      z.strictObject({
        capture_id: text(1, 128).describe('Id of the view in the calls.'),
        captures: z.array(text(1, 128)).min(2).max(64).describe('Ids of the files that it joins, the reference first.'),
        offsets_us: z.record(z.string(), z.number()).describe('Offsets that were given by hand, in µs, by id.').meta({ 'x-unit': 'us' }),
        sensors: z.record(z.string(), text(1, 64)).describe('What the person calls their sensors, by id.').optional(),
        sha256: sha256().describe('Digest of what its rows follow from.'),
      }),
    )
    .max(100)
    .describe('Views over several of the files that the calls read; they are made again.')
    .optional(),
  calls: z
    .array(
      z.strictObject({
        id: callId().describe('Name of the call in this bundle.'),
        invocation: jsonObject().describe('The call.'),
      }),
    )
    .min(1)
    .max(1000)
    .describe('The calls in the order in which they ran.'),
  results: z
    .array(
      z.strictObject({
        id: callId().describe('The call that it answers.'),
        result_hash: sha256().describe('SHA-256 of the canonical result.'),
        result: jsonObject().describe('The result.'),
      }),
    )
    .max(1000)
    .describe('One result for each call.'),
  content_sha256: sha256().describe('SHA-256 of the canonical document without this field and without the contents of files.'),
});

export type ReplayBundle = Immutable<z.infer<typeof ReplayBundle>>;
