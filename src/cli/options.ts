import { parseArgs } from 'node:util';
import { usage } from './exit.ts';

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** Name of the option's value in the help text; absent for an option without a value. */
  readonly value?: string;
  readonly help: string;
}

/** All options of the command line. Each command lists the names of those that it accepts. */
export const OPTIONS = {
  help: { type: 'boolean', short: 'h', help: 'Show the help of the command.' },
  format: { type: 'string', value: 'FORMAT', help: 'text (default), json, jsonl, csv, or parquet with --output.' },
  json: { type: 'boolean', help: 'Same as --format json.' },
  output: { type: 'string', short: 'o', value: 'PATH', help: 'Write to this file instead of standard output ("-").' },
  progress: { type: 'boolean', help: 'Show progress on standard error even if it is not a terminal.' },
  quiet: { type: 'boolean', short: 'q', help: 'Show no progress and no warnings.' },
  policy: { type: 'string', value: 'FILE', help: 'Apply this policy (JSON) to all calls.' },
  approve: {
    type: 'string',
    multiple: true,
    value: 'TOOL',
    help: 'Approve calls of this tool; repeat for several. Other calls that need approval are denied.',
  },
  keys: { type: 'string', value: 'FILE', help: 'Resolving keys: a JSON object of names and 32 hexadecimal digits each.' },
  connection: { type: 'string', value: 'NAME', help: 'The key that calls may use: its name in --keys, or "all".' },
  reading: { type: 'string', value: 'FILE', help: 'How tables are read and which rows are kept (JSON with reading and keep).' },
  engine: { type: 'string', value: 'ENGINE', help: 'wasm (default), native, or auto: native where its package is installed.' },
  'write-to': { type: 'string', value: 'FOLDER', help: 'Where calls write files; by default the current folder, and nowhere for mcp.' },
  folder: { type: 'string', multiple: true, value: 'FOLDER', help: 'A folder whose files may be opened; repeat for several.' },
  journal: { type: 'string', value: 'FILE', help: 'Write the journal of the calls to this file (JSON lines).' },
  http: { type: 'string', value: 'PORT', help: 'Serve over HTTP on 127.0.0.1 instead; 0 takes a free port.' },
  name: { type: 'string', value: 'NAME', help: 'Name of the merged view; "merged" by default.' },
  merge: { type: 'string', value: 'NAME', help: 'Also merge the captures into one named NAME.' },
  sensor: { type: 'string', multiple: true, value: 'CAPTURE=NAME', help: 'Name of the sensor of a capture, in column receiver.' },
  offset: { type: 'string', multiple: true, value: 'CAPTURE=US', help: 'Set the offset of a capture: microseconds to add to its times.' },
  port: { type: 'string', value: 'PORT', help: 'Port on 127.0.0.1; 4173 by default, 0 takes a free one.' },
  resume: { type: 'string', value: 'FILE', help: 'Save finished calls in this file, and do not run them again.' },
  report: { type: 'string', value: 'FILE', help: 'Also write a report of all answers to this file (HTML, names and addresses masked).' },
  limit: { type: 'string', value: 'ROWS', help: 'Maximum number of rows in an answer; 1,000,000 by default.' },
  file: { type: 'string', short: 'f', value: 'FILE', help: 'Read the statement from this file ("-" for standard input).' },
  to: { type: 'string', value: 'FORMAT', help: 'Format to write.' },
  where: { type: 'string', multiple: true, value: 'FILTER', help: 'Only rows that match this filter; repeat for several.' },
  columns: { type: 'string', value: 'NAMES', help: 'Only these columns, separated by commas.' },
  call: { type: 'string', value: 'FILE', help: 'Run this call first and include its result.' },
  title: { type: 'string', value: 'TEXT', help: 'Title of the report.' },
  unmasked: { type: 'boolean', help: 'Show names and full addresses instead of pseudonyms.' },
  mask: { type: 'string', value: 'HOW', help: 'Mask the captures: mask, or drop to remove advertising data as well.' },
  table: { type: 'string', value: 'ID', help: 'Print this table of the answer; "list" lists the tables.' },
} as const satisfies Readonly<Record<string, OptionSpec>>;

export type OptionName = keyof typeof OPTIONS;
export type Given = Partial<{
  readonly [Name in OptionName]: (typeof OPTIONS)[Name] extends { type: 'boolean' }
    ? boolean
    : (typeof OPTIONS)[Name] extends { multiple: true }
      ? readonly string[]
      : string;
}>;

export interface Parsed {
  readonly given: Given;
  readonly positionals: readonly string[];
}

/** Parses arguments. @throws Stop with a usage error for an option that the command does not have, or if a value is missing */
export function parse(args: readonly string[], names: readonly OptionName[]): Parsed {
  const options = Object.fromEntries(
    names.map((name) => {
      const { type, short, multiple }: OptionSpec = OPTIONS[name];
      return [name, { type, ...(short !== undefined && { short }), ...(multiple === true && { multiple }) }];
    }),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { given: values, positionals };
  } catch (error) {
    // Node's messages have several lines.
    throw usage(error instanceof Error ? error.message.replaceAll(/\s*\n\s*/g, ' ') : String(error));
  }
}

/** Describes the options of a command, as lines of its help text. */
export function optionLines(names: readonly OptionName[]): string {
  const heads = names.map((name) => {
    const { short, value }: OptionSpec = OPTIONS[name];
    return `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
  });
  const width = Math.max(...heads.map((head) => head.length));
  return names.map((name, at) => `  ${(heads[at] ?? '').padEnd(width)}  ${OPTIONS[name].help}\n`).join('');
}
