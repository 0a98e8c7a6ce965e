import { z } from 'zod';
import { isDeviceName, LONGEST_DEVICE_NAME } from '../base/device-name.ts';
import { err, ok, type Result } from '../base/result.ts';
import { conversationSchema, MOST_CONVERSATIONS } from './conversation.ts';
import { openChoiceSchema } from './open-choice.ts';
import { upgraded } from './upgrades.ts';

/** Version of the documents that are written. Documents of older versions are upgraded step by step; newer ones are rejected. */
export const SESSION_VERSION = 4;
export const SESSION_FORMAT = 'capture-workbench-session';

const captureReference = z.strictObject({
  capture_id: z.string().min(1).max(48).describe('Id of the capture inside the session.'),
  file_name: z.string().max(1024).describe('Name of the file that was opened.'),
  bytes: z.number().int().nonnegative().describe('Size of the file in bytes.'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the original file.'),
  embedded: z.boolean().describe('Whether the document contains the bytes of the file.'),
  choice: openChoiceSchema.optional().describe('How the file was read when it was opened.'),
});

const mergeReference = z.strictObject({
  capture_id: z.string().min(1).max(48).describe('Id of the view.'),
  captures: z.array(z.string().min(1).max(48)).min(2).max(16).describe('Ids of its captures; the first is the reference clock.'),
  offsets_us: z.record(z.string(), z.number().int()).describe('Offsets that a person entered, in µs, by capture id.'),
  sensors: z.record(z.string(), z.string().max(64)).optional().describe('Names that a person gave their sensors, by capture id.'),
});

const journal = z.strictObject({
  app_version: z.string().max(64).describe('Version of the workbench that wrote it.'),
  head: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('Hash of the last line; zeros for an empty journal.'),
  entries: z.array(z.unknown()).max(200_000).optional().describe('The lines; absent if only the head is included.'),
});

const pairVerdict = z.strictObject({
  from_address: z.string().min(1).max(64).describe('One address.'),
  to_address: z.string().min(1).max(64).describe('The other address.'),
  verdict: z.enum(['confirmed', 'rejected']).nullable().describe('The verdict; null if there is only a note.'),
  note: z.string().max(4000).describe('Note that the person wrote; empty if there is none.'),
  tool_call_id: z.string().max(128).describe('Call whose result was judged.'),
});

const milliseconds = z.number().min(-8.64e15).max(8.64e15);

const deviceName = z.strictObject({
  address: z.string().min(1).max(64).describe('The address.'),
  name: z
    .string()
    .max(LONGEST_DEVICE_NAME)
    .refine(isDeviceName, 'expected one line of visible characters')
    .describe('Name that the person gave its device.'),
});

const noteText = z.string().min(1).max(4000).describe('Text that the person wrote.');

const note = z.discriminatedUnion('on', [
  z.strictObject({
    on: z.literal('result').describe('A note on the result of a call.'),
    tool_call_id: z.string().max(128).describe('The call.'),
    text: noteText,
  }),
  z.strictObject({
    on: z.literal('packet').describe('A note on a packet of a file.'),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 of the original file.'),
    packet_no: z.number().int().nonnegative().describe('Number of the packet in the file.'),
    text: noteText,
  }),
  z.strictObject({
    on: z.literal('device').describe('A note on the device behind an address.'),
    address: z.string().min(1).max(64).describe('The address.'),
    text: noteText,
  }),
  z.strictObject({
    on: z.literal('time').describe('A note on a time range of a file.'),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .describe('SHA-256 of the original file.'),
    start_ms: milliseconds.describe('Start of the range, ms.'),
    end_ms: milliseconds.describe('End of the range, ms.'),
    text: noteText,
  }),
]);

const panel = z.string().min(1).max(32);

const layout = z.strictObject({
  active: panel.describe('The panel that a narrow screen shows.'),
  fronts: z.array(panel).max(32).describe('The selected tab of each group of panels.'),
  maximised: panel.nullable().describe('The panel that fills the page; null if none does.'),
});

const selection = z.strictObject({
  time_range: z
    .strictObject({ start_ms: milliseconds.describe('Start of the range, ms.'), end_ms: milliseconds.describe('End of the range, ms.') })
    .nullable()
    .describe('Rows within this time range; null for all.'),
  addresses: z.array(z.string().min(1).max(64)).max(100_000).describe('Rows of these addresses; empty for all.'),
});

const verified = z.strictObject({
  file_name: z.string().max(1024).describe('Name of the file that was opened.'),
  state: z.enum(['intact', 'changed', 'newer']).describe('Result of its verification.'),
  changes: z
    .array(
      z.strictObject({
        path: z.string().max(200).describe('The part of the file.'),
        expected: z.string().max(2000).describe('The expected value.'),
        found: z.string().max(2000).describe('The value that was found.'),
        message: z.string().max(2000).describe('The difference, as a sentence.'),
        bytes: z
          .strictObject({
            from: z.number().int().nonnegative().describe('First byte.'),
            to: z.number().int().nonnegative().describe('Byte after the last.'),
          })
          .optional()
          .describe('Its position in the file.'),
        tool_call_id: z.string().max(128).optional().describe('The call whose result is in the part.'),
        capture_id: z.string().max(128).optional().describe('The capture whose bytes are in the part.'),
      }),
    )
    .max(2000)
    .describe('Parts that were changed after the file was written.'),
});

const masked = z.strictObject({
  payloads: z.enum(['mask', 'drop']).describe('Whether advertising data was masked or dropped.'),
  linkability: z
    .strictObject({
      addresses: z.number().int().nonnegative().describe('Addresses in the captures.'),
      by_timing: z.number().int().nonnegative().describe('Those that another recording can match by arrival times alone.'),
      by_signal: z.number().int().nonnegative().describe('Those that another recording can match by signal strength alone.'),
    })
    .describe('Addresses that remain linkable although they are masked.'),
});

/** Maximum number of captures in a session. */
export const MOST_CAPTURES = 1000;

const sessionSchema = z.strictObject({
  format: z.literal(SESSION_FORMAT).describe('Identifies the document as a session.'),
  version: z.literal(SESSION_VERSION).describe('Version of the format.'),
  app_version: z.string().max(64).describe('Version of the workbench that wrote it.'),
  name: z.string().max(200).describe('Name of the session.'),
  saved_at: z.iso.datetime().describe('Time of writing, UTC.'),
  captures: z.array(captureReference).max(MOST_CAPTURES).describe('The captures that were open.'),
  merges: z.array(mergeReference).max(100).describe('Merged views over several captures.'),
  selected: z.array(z.string()).max(1000).describe('Ids of the captures that were selected.'),
  invocation: z.string().max(1_048_576).describe('Text of the invocation editor.'),
  sql: z.string().max(1_048_576).describe('Text of the SQL editor.'),
  queries: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(100).describe('Name of the statement.'),
        sql: z.string().min(1).max(100_000).describe('The statement.'),
      }),
    )
    .max(200)
    .describe('Statements that the person saved.'),
  runs: z
    .array(
      z.strictObject({
        invocation: z.unknown().describe('The invocation as it was run.'),
        result: z.unknown().describe('Its result.'),
      }),
    )
    .max(200)
    .describe('Invocations that were run, with their results, oldest first.'),
  pinned: z.array(z.string().max(128)).max(200).describe('Call ids of pinned runs.'),
  verdicts: z.array(pairVerdict).max(10_000).describe('Verdicts of the person on pairs of addresses.'),
  names: z.array(deviceName).max(10_000).describe('Names that the person gave to devices.'),
  notes: z.array(note).max(10_000).optional().describe('Notes on results, packets, devices and time ranges; absent if there are none.'),
  journals: z.array(journal).max(16).describe('Journals of the pages that saved this session, oldest first.'),
  conversations: z
    .array(conversationSchema)
    .max(MOST_CONVERSATIONS)
    .optional()
    .describe('Conversations with planners, oldest first; absent if there are none.'),
  selection: selection.optional().describe('The selected rows; absent if the session was saved for another person.'),
  policy: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The policy in force, without grants for keys. From another person it only applies after the reader accepts it.'),
  layout: layout.optional().describe('Which panels were visible.'),
  masked: masked.optional().describe('Present if the captures are masked copies.'),
  verified: verified.optional().describe('Verification of the file that the results came from; absent if they were computed here.'),
});

/** A session document after validation. It names captures by digest; their bytes are stored separately. */
export type SessionDocument = z.infer<typeof sessionSchema>;

/** The readable part of a document that a later version wrote, or that contains invalid conversations. */
export interface PartlyRead {
  readonly document: SessionDocument;
  /** Names of the members that were left out, completely or in part. */
  readonly left_out: readonly string[];
}

/** Validates a document of this or an older version. The error says what was expected and found. */
export function readSession(value: unknown): Result<SessionDocument, string> {
  const version = versionOf(value);
  if (!version.ok) return version;
  if (version.value > SESSION_VERSION) {
    return err(
      `expected a session version up to ${String(SESSION_VERSION)}, got ${String(version.value)}: it was written by a newer version of the workbench`,
    );
  }
  const parsed = sessionSchema.safeParse(upgraded(value as Record<string, unknown>, version.value, SESSION_VERSION));
  if (parsed.success) return ok(parsed.data);
  const first = parsed.error.issues[0];
  return err(`not a valid session document: ${first?.path.join('.') ?? ''}: ${first?.message ?? 'unknown fault'}`);
}

function versionOf(value: unknown): Result<number, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return err(`expected a session document (an object), got ${value === null ? 'null' : typeof value}`);
  }
  const document = value as Record<string, unknown>;
  if (document['format'] !== SESSION_FORMAT) {
    return err(`expected "format": "${SESSION_FORMAT}", got ${JSON.stringify(document['format']) ?? 'nothing'}`);
  }
  const version = document['version'];
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return err(`expected a session version from 1 to ${String(SESSION_VERSION)}, got ${JSON.stringify(version) ?? 'nothing'}`);
  }
  return ok(version);
}

/** Reads the valid parts of a document, and names the parts that were left out. */
export function readKnownParts(value: unknown): Result<PartlyRead, string> {
  const version = versionOf(value);
  if (!version.ok) return version;
  if (version.value <= SESSION_VERSION) {
    const strict = readSession(value);
    if (strict.ok) return ok({ document: strict.value, left_out: [] });
    const { conversations, ...rest } = value as Readonly<Record<string, unknown>>;
    if (!Array.isArray(conversations)) return strict;
    // Leave out invalid conversations, and read everything else.
    const valid = conversations.filter((each) => conversationSchema.safeParse(each).success).slice(-MOST_CONVERSATIONS);
    const read = readSession({ ...rest, conversations: valid });
    return read.ok ? ok({ document: read.value, left_out: ['conversations'] }) : read;
  }
  const given = value as Readonly<Record<string, unknown>>;
  const members: Record<string, unknown> = { ...EMPTY, version: SESSION_VERSION };
  const left_out: string[] = [];
  for (const [name, member] of Object.entries(given)) {
    if (name === 'format' || name === 'version') continue;
    const schema = Object.hasOwn(sessionSchema.shape, name) ? sessionSchema.shape[name as keyof typeof sessionSchema.shape] : undefined;
    const known = schema === undefined ? undefined : knownPart(schema, member);
    if (known === undefined || known.partly) left_out.push(name.slice(0, 64));
    if (known !== undefined) members[name] = known.value;
  }
  const parsed = sessionSchema.safeParse(members);
  return parsed.success
    ? ok({ document: parsed.data, left_out })
    : err('expected a session with at least one part that this version can read, got one without any');
}

/** Empty values for the required members that a document lacks. */
const EMPTY = {
  format: SESSION_FORMAT,
  app_version: '',
  name: '',
  saved_at: new Date(0).toISOString(),
  captures: [],
  merges: [],
  selected: [],
  invocation: '',
  sql: '',
  queries: [],
  runs: [],
  pinned: [],
  verdicts: [],
  names: [],
  journals: [],
} as const;

/** Returns a member if it is valid. Of a list, the valid items are returned, and of an item only the known members. */
function knownPart(schema: z.ZodType, member: unknown): { readonly value: unknown; readonly partly: boolean } | undefined {
  const whole = schema.safeParse(member);
  if (whole.success) return { value: whole.data, partly: false };
  if (!(schema instanceof z.ZodArray) || !Array.isArray(member)) return undefined;
  const element = schema.element instanceof z.ZodObject ? schema.element.strip() : schema.element;
  const items = member.flatMap((item) => {
    const read = z.safeParse(element, item);
    return read.success ? [read.data] : [];
  });
  return { value: items, partly: true };
}
