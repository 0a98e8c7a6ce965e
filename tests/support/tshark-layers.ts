import { execFileSync } from 'node:child_process';

const SEPARATOR = '|';

/** Names of the fields that this tshark has. */
export function knownFields(): ReadonlySet<string> {
  const list = execFileSync('tshark', ['-G', 'fields'], { encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] });
  return new Set(list.split('\n').flatMap((line) => (line.startsWith('F\t') ? [line.split('\t')[2] ?? ''] : [])));
}

/** Every value of the named fields, by frame number and field. tshark ends with an error after a cut file. */
export function layerValues(path: string, fields: readonly string[]): Map<number, Map<string, string[]>> {
  const asked = fields.flatMap((field) => ['-e', field]);
  const args = ['-n', '-r', path, '-T', 'fields', '-E', 'separator=/t', '-E', 'occurrence=a', '-E', `aggregator=${SEPARATOR}`];
  const frames = new Map<number, Map<string, string[]>>();
  for (const line of run([...args, '-e', 'frame.number', ...asked]).split('\n')) {
    const [no = '', ...cells] = line.split('\t');
    if (no === '') continue;
    const values = new Map<string, string[]>();
    cells.forEach((cell, i) => {
      if (cell !== '') values.set(fields[i] ?? '', cell.split(SEPARATOR));
    });
    frames.set(Number(no), values);
  }
  return frames;
}

function run(args: readonly string[]): string {
  try {
    return execFileSync('tshark', args, { encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? '';
  }
}
