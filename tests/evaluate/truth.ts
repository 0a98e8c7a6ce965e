import { readFileSync } from 'node:fs';

/** Which address belonged to which emitter's stream, in order of appearance. */
export interface TrueStream {
  /** Emitter; two streams of one phone share it. */
  readonly emitter: string;
  readonly addresses: readonly string[];
  /** Kind of the simulated stream. */
  readonly kind?: string;
}

interface Line {
  readonly [column: string]: string;
}

function tsv(path: string): Line[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  const names = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, at) => [names[at]!, cell])));
}

/** The chamber sessions: one phone each, its streams by PDU type. */
export function chamberTruth(path: string, session: string): TrueStream[] {
  const lines = tsv(path).filter((line) => line['session'] === session);
  return grouped(
    lines,
    (line) => line['stream']!,
    () => session,
  );
}

/** The rooms: labelled phones by environment and sniffer. */
export function roomTruth(path: string, environment: string, sniffer: string): TrueStream[] {
  const lines = tsv(path).filter((line) => line['environment'] === environment && line['sniffer'] === sniffer);
  return grouped(
    lines,
    (line) => line['device_label']!,
    (line) => line['device_label']!,
  );
}

function grouped(lines: readonly Line[], stream: (line: Line) => string, emitter: (line: Line) => string): TrueStream[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) groups.set(stream(line), [...(groups.get(stream(line)) ?? []), line]);
  return [...groups.values()].map((members) => ({
    emitter: emitter(members[0]!),
    addresses: [...members].sort((a, b) => (a['first_utc']! < b['first_utc']! ? -1 : 1)).map((line) => line['address']!.toUpperCase()),
  }));
}
