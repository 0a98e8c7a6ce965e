/**
 * Replaces names and full addresses in a finding before it is written as a report. Each gets one pseudonym in the whole report, which shows
 * the class of an address. Pseudonyms are numbered by first appearance, so those of two reports cannot be matched.
 */
import { canonicalAddress, type AddressClass } from '../../ble/address.ts';
import { displayName } from '../../ble/ad/display-name.ts';
import { visibleString } from '../../base/visible-text.ts';
import type { Finding, ReportCapture, Secrets } from './finding.ts';
import { WordFinder } from './find-words.ts';

/** Beginning of a pseudonym, by the class of the address. */
export const CLASS_PREFIX: Readonly<Record<AddressClass, string>> = {
  public: 'PUBLIC',
  random_static: 'STATIC',
  rpa: 'RPA',
  nrpa: 'NRPA',
  unknown: 'ADDR',
};

const HEX_RUN = String.raw`[0-9a-f]{12,}`;
/** Matches six or more octets with the same separator throughout; the back reference excludes dates with times. */
const OCTETS = String.raw`[0-9a-f]{2}([:\-_. ])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4,}`;
const UUID = String.raw`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`;
const DIGEST = /^[0-9a-f]{64}$/;
/** Minimum length of a name that is replaced inside words too. Shorter names occur in ordinary words, so only whole words count. */
const LOOSE = 4;
/** Number of first characters of a name that are also replaced, because tools cut long names. */
const BEGINNING = 16;
/** Minimum length of a name that is replaced within a text. A shorter one is replaced only if it is the whole text. */
const LEAST = 2;

export interface Mask {
  text(text: string): string;
  /** Masks every text and every key of a JSON value. */
  value<T>(value: T): T;
}

const reversed = (hex: string): string => (hex.match(/../g) ?? []).reverse().join('');

/** Members whose values are ids of captures. They are masked as such, even if the same words mean something else elsewhere. */
const CAPTURE_KEYS: ReadonlySet<string> = new Set(['capture_id', 'capture_ids', 'capture', 'captures', 'baseline_capture_id']);

/**
 * @param files pseudonyms for file names and ids of captures
 * @param digests SHA-256 digests that may stay: those of files and results, which identify no person
 */
export function createMask(secrets: Secrets, files: ReadonlyMap<string, string>, digests: ReadonlySet<string>): Mask {
  const classes = new Map<string, AddressClass>();
  const bare = new Map<string, string>();
  for (const { address: given, type } of secrets.addresses) {
    const address = given.toUpperCase();
    const hex = address.replaceAll(/[^0-9A-F]/g, '');
    classes.set(address, type);
    bare.set(hex, address).set(reversed(hex), address);
  }
  const lengths = new Set([...bare.keys()].map(({ length }) => length));
  const addresses = new Map<string, string>();
  const names = new Map<string, string>();
  const ofAddress = (address: string): string => {
    const known = addresses.get(address);
    if (known !== undefined) return known;
    const made = `${CLASS_PREFIX[classes.get(address) ?? 'unknown']}_${String(addresses.size + 1)}`;
    addresses.set(address, made);
    return made;
  };
  const ofName = (name: string): string => {
    const made = names.get(name) ?? `Name ${String(names.size + 1)}`;
    names.set(name, made);
    return made;
  };
  const readable = new Set(secrets.words.map((word) => word.toLowerCase()));
  const fileOf = new Map([...files].map(([name, pseudonym]) => [name.toLowerCase(), pseudonym]));
  const words = new WordFinder<() => string>();
  for (const [name, pseudonym] of fileOf) if (!readable.has(name)) words.add(name, false, () => pseudonym);
  const whole = new Set<string>();
  for (const name of secrets.names.filter((each) => !secrets.contract.has(each.toLowerCase()))) {
    const made = (): string => ofName(name);
    for (const form of new Set([name, displayName(name), visibleString(name), name.slice(0, BEGINNING)]))
      if (form.length >= LEAST) words.add(form, form.length < LOOSE, made);
    whole.add(name);
  }
  const octets = new RegExp(`${UUID}|${OCTETS}|${HEX_RUN}`, 'gi');

  const holdsKnown = (hex: string): boolean => {
    for (const length of lengths) for (let at = 0; at + length <= hex.length; at++) if (bare.has(hex.slice(at, at + length))) return true;
    return false;
  };
  const maskOctets = (found: string): string => {
    if (found.length === 64 && digests.has(found)) return found;
    const hex = found.replaceAll(/[^0-9a-f]/gi, '').toUpperCase();
    if (found.length === 36 && found[8] === '-' && found[13] === '-') {
      // The last group of a time-based UUID is an address (RFC 9562, 5.1), so mask the UUID.
      return bare.has(hex.slice(20)) ? '⟨UUID⟩' : found;
    }
    if (hex.length === 12) {
      const known = bare.get(hex);
      const separated = canonicalAddress(found.replaceAll(/[^0-9a-f]/gi, ':'));
      if (known !== undefined) return ofAddress(known);
      if (separated !== null) return ofAddress(separated);
      // Twelve digits without letters are more often a number than an address.
      return /[A-F]/.test(hex) ? ofAddress((hex.match(/../g) ?? []).join(':')) : found;
    }
    const holds = /[A-F]/.test(hex) || found.length !== hex.length || holdsKnown(hex);
    return holds ? `⟨${String(hex.length >> 1)} bytes⟩` : found;
  };
  /** Masked texts. They are cached, because an answer contains the same texts for many addresses. */
  const before = new Map<string, string>();
  const text = (given: string): string => {
    const known = before.get(given) ?? masked(given);
    before.set(given, known);
    return known;
  };
  const masked = (given: string): string => {
    if (whole.has(given) && given !== '') return ofName(given);
    if (DIGEST.test(given) && digests.has(given)) return given;
    return words.replace(given, (made) => made()).replace(octets, maskOctets);
  };
  const named = (members: ReadonlyMap<string, unknown>, key: string): string => {
    const name = text(key);
    // If the masked keys of two members are equal, the later one gets a number.
    return members.has(name) ? `${name} #${String(members.size + 1)}` : name;
  };
  const value = (given: unknown, at = ''): unknown => {
    if (typeof given === 'string') return (CAPTURE_KEYS.has(at) ? fileOf.get(given.toLowerCase()) : undefined) ?? text(given);
    if (Array.isArray(given)) return given.map((item) => value(item, at));
    if (typeof given !== 'object' || given === null) return given;
    const members = new Map<string, unknown>();
    for (const [key, member] of Object.entries(given)) members.set(named(members, key), value(member, key));
    return Object.fromEntries(members);
  };
  return { text, value: <T>(given: T): T => value(given) as T };
}

/** One mask for several findings: an address, a name or a capture has the same pseudonym in all of them. */
export interface FindingMask {
  readonly mask: Mask;
  readonly finding: (given: Finding) => Finding;
  readonly capture: (given: ReportCapture) => ReportCapture;
  readonly captureId: (id: string) => string;
}

/** @param captures the captures of the findings, in the order in which they are numbered */
export function maskOf(findings: readonly Finding[], captures: readonly ReportCapture[], secrets: Secrets): FindingMask {
  const ids = new Map(captures.map(({ capture_id }, at) => [capture_id, `capture_${String(at + 1)}`]));
  const captureId = (id: string): string => (id === '' ? '' : (ids.get(id) ?? 'another capture'));
  const idOf = ({ capture_id }: ReportCapture): string => captureId(capture_id);
  const files = new Map(
    captures.flatMap((each) => [
      [each.capture_id, idOf(each)] as const,
      ...(each.file_name === null ? [] : [[each.file_name, `${idOf(each)}${extension(each.file_name)}`] as const]),
    ]),
  );
  const digests = findings.flatMap(({ audit_head, result: { metadata, artifacts } }) => [
    ...[audit_head, metadata.result_hash, metadata.schemaHash, metadata.kernels_sha256],
    ...artifacts.map(({ sha256 }) => sha256),
  ]);
  const names = [...secrets.names];
  for (const { result, names: given } of findings) names.push(...namesOf(result.structured_output), ...given.map(({ name }) => name));
  const mask = createMask(
    { ...secrets, names: [...new Set(names)] },
    files,
    new Set([...digests, ...captures.map(({ sha256 }) => sha256)].filter((digest) => digest !== undefined)),
  );
  const capture = (given: ReportCapture): ReportCapture => ({
    ...given,
    capture_id: idOf(given),
    file_name: given.file_name === null ? null : `${idOf(given)}${extension(given.file_name)}`,
  });
  return { mask, capture, captureId, finding: (given) => masked(given, mask, capture) };
}

/** Returns the finding without names and full addresses. File names and capture ids are replaced too; digests stay. */
export const maskFinding = (finding: Finding, secrets: Secrets): Finding => maskOf([finding], finding.captures, secrets).finding(finding);

function masked(finding: Finding, mask: Mask, capture: FindingMask['capture']): Finding {
  const { data: _, ...result } = finding.result;
  return {
    ...finding,
    title: mask.text(finding.title),
    note: mask.text(finding.note),
    result: mask.value(result),
    invocation: mask.value(finding.invocation),
    captures: finding.captures.map(capture),
    verdicts: mask.value(finding.verdicts),
    notes: mask.value(finding.notes),
    names: mask.value(finding.names),
  };
}

/** Returns the extension of a file name if decoders know it; others may be part of a name. */
const extension = (fileName: string): string =>
  /(?:\.(?:pcapng|pcap|log|btsnoop|csv|json|ndjson|parquet|arrow|zip|gz|zst))+$/i.exec(fileName)?.[0] ?? '';

/** The names in those members of an answer that contain names: of `capture_overview`, and of keys. */
function namesOf(output: unknown): string[] {
  const member = (value: unknown, key: string): unknown =>
    typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
  const texts = (list: unknown, key: string): string[] =>
    Array.isArray(list) ? list.flatMap((item) => (typeof member(item, key) === 'string' ? [String(member(item, key))] : [])) : [];
  return [
    ...texts(member(member(output, 'by_name'), 'values'), 'value'),
    ...texts(member(output, 'by_key'), 'key'),
    ...texts(member(output, 'addresses'), 'key'),
  ];
}
