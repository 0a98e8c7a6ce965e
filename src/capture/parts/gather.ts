/** Finds the files of converted captures among files to open, by what the files say about themselves. */
import { formatAmount } from '../../base/format.ts';
import type { JoinFiles } from '../../base/join-files.ts';
import { displayName } from '../../ble/ad/display-name.ts';
import type { Notice } from '../../tables/captures.ts';
import { footerBytes, metadataOfFooter } from '../decoders/parquet-footer.ts';
import { sha256Of } from '../file-hash.ts';
import { parsed, PART_KEY, type PartLabel, type PartSource, readLabel } from './label.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type IndexedPart, type PartsIndex, partsFile } from './parts-file.ts';

interface Part {
  readonly file: File;
  readonly label: PartLabel;
}

const MOST_MANIFEST = 64 * 1024 * 1024;

/**
 * The files with those of each converted capture as one, in the place of the first of them; manifests and statements of their sets are left
 * out. Files without such parts among them are returned as they are. A file that cannot be read stays among them, and fails where it is
 * opened.
 */
export async function gatherParts(files: readonly File[], join: JoinFiles): Promise<readonly File[]> {
  const labels = await labelsOf(files);
  if (labels.every((label) => label === null)) return files;
  const groups = new Map<string, Part[]>();
  const others: File[] = [];
  for (const [at, file] of files.entries()) {
    const label = labels[at];
    if (!label) {
      others.push(file);
      continue;
    }
    const key = keyOf(label.source);
    const group = groups.get(key);
    if (group) group.push({ file, label });
    else groups.set(key, [{ file, label }]);
  }
  const { manifests, rest } = await manifestsAmong(others, groups);
  const joined = new Map<File, File>();
  for (const [key, parts] of groups) joined.set(parts[0]!.file, await joinedFile(parts, manifests.get(key) ?? null, join));
  return files.flatMap((file) => joined.get(file) ?? (rest.has(file) ? file : []));
}

const keyOf = ({ name, bytes, head_sha256 }: PartSource): string => JSON.stringify([name, bytes, head_sha256]);
const reader =
  (file: Blob) =>
  async (start: number, end: number): Promise<Uint8Array> =>
    new Uint8Array(await file.slice(start, end).arrayBuffer());

/** Maximum number of files read at once: each takes a file descriptor, and a set has thousands of files. */
const MOST_AT_ONCE = 16;

/** Labels in the order of the files; null for a file that has none, or cannot be read. */
async function labelsOf(files: readonly File[]): Promise<(PartLabel | null)[]> {
  const labels: (PartLabel | null)[] = [];
  const failed: number[] = [];
  for (let from = 0; from < files.length; from += MOST_AT_ONCE)
    for (const read of await Promise.allSettled(files.slice(from, from + MOST_AT_ONCE).map(labelOf))) {
      if (read.status === 'rejected') failed.push(labels.length);
      labels.push(read.status === 'fulfilled' ? read.value : null);
    }
  // The rest of the machine may have taken all descriptors: a part that is left out once tears its capture apart.
  for (const at of failed) labels[at] = await labelOf(files[at]!).catch(() => null);
  return labels;
}

/** The label of a Parquet file; null if it has none, or a damaged one. Rejects if the file cannot be read. */
async function labelOf(file: File): Promise<PartLabel | null> {
  if ((await file.slice(0, 4).text()) !== 'PAR1') return null;
  const footer = await footerBytes(reader(file), file.size);
  const text = footer && metadataOfFooter(footer.subarray(0, -8), PART_KEY);
  return text === null ? null : readLabel(parsed(text));
}

/** Manifests by the capture that they describe, and the files that belong to no set. */
async function manifestsAmong(
  files: readonly File[],
  groups: ReadonlyMap<string, unknown>,
): Promise<{ readonly manifests: ReadonlyMap<string, Manifest>; readonly rest: ReadonlySet<File> }> {
  const manifests = new Map<string, Manifest>();
  const rest = new Set(files);
  for (const file of files) {
    const manifest = await manifestOf(file).catch(() => null);
    const described = manifest?.conversions.map(({ source }) => keyOf(source)).filter((key) => groups.has(key)) ?? [];
    if (manifest === null || described.length === 0) continue;
    rest.delete(file);
    for (const key of described) manifests.set(key, manifest);
  }
  const statements = new Map([...manifests.values()].flatMap((each) => each.statements.map(({ bytes, sha256 }) => [sha256, bytes])));
  const sizes = new Set(statements.values());
  for (const file of rest) {
    if (!sizes.has(file.size) || file.size > MOST_MANIFEST) continue;
    const sha256 = await digestOf(file).catch(() => null);
    if (sha256 !== null && statements.has(sha256)) rest.delete(file);
  }
  return { manifests, rest };
}

async function manifestOf(file: File): Promise<Manifest | null> {
  const small = file.size <= MOST_MANIFEST && (await file.slice(0, 1).text()) === '{';
  return small ? readManifest(await file.text()) : null;
}

const digestOf = async (file: Blob): Promise<string> => sha256Of(new Uint8Array(await file.arrayBuffer()));

async function joinedFile(parts: readonly Part[], manifest: Manifest | null, join: JoinFiles): Promise<File> {
  const { source } = parts[0]!.label;
  const conversion = manifest?.conversions.find((each) => keyOf(each.source) === keyOf(source)) ?? null;
  const listed = (manifest?.files ?? []).filter(({ capture_id }) => capture_id === conversion?.capture_id);
  const { single, twice, fault: unlike } = await withoutCopies(parts);
  const stated = new Map(listed.map((file) => [file.part, file]));
  const indexed = single.map(({ file, label: { source: _, ...label } }): IndexedPart => {
    return { ...label, file_name: file.name, bytes: file.size, sha256: stated.get(label.part)?.sha256 ?? null };
  });
  const fault = unlike ?? contradiction(indexed, conversion?.parts ?? null, stated);
  const notices = [...missingNotice(source.name, indexed, conversion?.parts ?? null, stated), ...twiceNotice(source.name, twice)];
  if (conversion !== null && conversion.problems > 0)
    notices.push({
      code: 'PARTS_PROBLEMS',
      message: `${formatAmount(conversion.problems, 'problem')} of ${displayName(source.name)} were counted when it was converted: what could not be read is in no file`,
    });
  const index: PartsIndex = { source, parts: indexed, conversion, notices, within: null, fault };
  return partsFile(
    index,
    single.map(({ file }) => file),
    join,
  );
}

/** Parts in the order of their rows, each once. Two with the same number must have the same bytes. */
async function withoutCopies(
  parts: readonly Part[],
): Promise<{ readonly single: readonly Part[]; readonly twice: readonly number[]; readonly fault: string | null }> {
  const single: Part[] = [];
  const twice = new Set<number>();
  let fault: string | null = null;
  for (const part of [...parts].sort((a, b) => a.label.part - b.label.part)) {
    const last = single.at(-1);
    if (last?.label.part !== part.label.part) {
      single.push(part);
      continue;
    }
    twice.add(part.label.part);
    const unlike = await difference(last.file, part.file).catch(() => 'of which one cannot be read');
    if (unlike !== null) fault ??= `two files of part ${String(part.label.part)} ${unlike} (${last.file.name}, ${part.file.name})`;
  }
  return { single, twice: [...twice], fault };
}

const difference = async (one: File, other: File): Promise<string | null> =>
  one.size === other.size && (await digestOf(one)) === (await digestOf(other)) ? null : 'with different content';

const FIGURES = [
  ['bytes', 'byte'],
  ['rows', 'row'],
] as const;

/** Why labels and manifest cannot be of one conversion; null if they can. */
function contradiction(
  parts: readonly IndexedPart[],
  all: number | null,
  stated: ReadonlyMap<number, Manifest['files'][number]>,
): string | null {
  for (const [at, part] of parts.entries()) {
    const name = `part ${String(part.part)} (${part.file_name})`;
    const next = parts[at + 1];
    const end = part.first_row + part.rows;
    if (all !== null && part.part > all) return `${name}, where provenance.json lists ${formatAmount(all, 'part')}`;
    const file = stated.get(part.part);
    const wrong = file && FIGURES.find(([key]) => file[key] !== part[key]);
    if (wrong) {
      const [key, unit] = wrong;
      return `${name} with ${formatAmount(part[key], unit)}, where provenance.json lists ${formatAmount(file[key], unit)}`;
    }
    if (next && (next.part === part.part + 1 ? next.first_row !== end : next.first_row < end))
      return `${name}, whose rows are not those before part ${String(next.part)} (${next.file_name})`;
  }
  return null;
}

const MOST_GAPS = 5;
const number = (value: number): string => value.toLocaleString('en-US');

type Edge = Pick<IndexedPart, 'part' | 'packets'>;

/** Two parts of which all between are missing. */
interface Gap {
  readonly before: Edge;
  readonly after: Edge;
}

/** One notice of all parts that are missing. */
function missingNotice(
  source: string,
  parts: readonly IndexedPart[],
  all: number | null,
  stated: ReadonlyMap<number, Manifest['files'][number]>,
): Notice[] {
  const gaps: Gap[] = [];
  const last = parts.at(-1)!;
  const edges = [...parts, ...(all === null ? [] : [{ part: all + 1, packets: [Infinity, Infinity] as const }])];
  let before: Edge = { part: 0, packets: [0, 0] };
  for (const after of edges) {
    if (after.part > before.part + 1) gaps.push({ before, after });
    before = after;
  }
  const name = displayName(source);
  if (gaps.length === 0)
    return all !== null
      ? []
      : [
          {
            code: 'PARTS_END_UNKNOWN',
            message: `opened from parts 1 to ${number(last.part)} of ${name}. Whether more follow is in provenance.json, which is not among the files`,
          },
        ];
  const words = gaps.slice(0, MOST_GAPS).map((gap) => gapWords(gap, all, stated));
  const more = gaps.length > MOST_GAPS ? `; and ${number(gaps.length - MOST_GAPS)} more gaps` : '';
  const end =
    all === null ? `. Whether more follow after part ${number(last.part)} is in provenance.json, which is not among the files` : '';
  return [{ code: 'PARTS_MISSING', message: `${name} is not complete: ${words.join('; ')}${more}${end}` }];
}

/** First and last packet between two parts; null where that is not known. */
function missingPackets({ before, after }: Gap, stated: ReadonlyMap<number, Manifest['files'][number]>): readonly [number, number] | null {
  let packets: readonly [number, number] | null = null;
  // The numbers in labels can leave billions between them; the manifest lists few.
  for (const file of stated.values())
    if (file.part > before.part && file.part < after.part)
      packets = [Math.min(packets?.[0] ?? Infinity, file.packets[0]), Math.max(packets?.[1] ?? 0, file.packets[1])];
  if (packets === null && Number.isFinite(after.packets[0]) && before.packets[1] + 1 < after.packets[0])
    packets = [before.packets[1] + 1, after.packets[0] - 1];
  return packets;
}

function gapWords(gap: Gap, all: number | null, stated: ReadonlyMap<number, Manifest['files'][number]>): string {
  const [from, to] = [gap.before.part + 1, gap.after.part - 1];
  const packets = missingPackets(gap, stated);
  const which = packets === null ? '' : `: packets ${number(packets[0])} to ${number(packets[1])}`;
  const of = all === null ? '' : ` of ${number(all)}`;
  return from === to ? `part ${number(from)}${of} is missing${which}` : `parts ${number(from)} to ${number(to)}${of} are missing${which}`;
}

function twiceNotice(source: string, twice: readonly number[]): Notice[] {
  if (twice.length === 0) return [];
  const which = `${twice.length === 1 ? 'part' : 'parts'} ${twice.slice(0, MOST_GAPS).map(number).join(', ')}`;
  const more = twice.length > MOST_GAPS ? ` and ${number(twice.length - MOST_GAPS)} more` : '';
  return [{ code: 'PARTS_TWICE', message: `${which}${more} of ${displayName(source)} were among the files twice, and were read once` }];
}
