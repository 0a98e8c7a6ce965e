import type { ToolResult } from '../../tools/contract/index.ts';

/** A finding in the answer of `rotation_privacy_audit`, in the form that views need. */
export interface PrivacyFinding {
  readonly code: string;
  readonly severity: string;
  readonly statement: string;
  readonly evidence: readonly { readonly address: string; readonly at: string; readonly what: string }[];
  readonly remedy: string;
}

export interface PrivacyAuditOutput {
  readonly observed_s: number;
  readonly findings: readonly PrivacyFinding[];
  /** Comparison with an earlier recording; null if there is none. */
  readonly comparison:
    readonly { readonly code: string; readonly before: string; readonly after: string; readonly change: string }[] | null;
  readonly rotations: readonly {
    readonly from: string;
    readonly to: string;
    readonly at: string;
    readonly gap_s: number;
    readonly probability: number;
    readonly carried_s: number;
    readonly bytes_kept: number;
    readonly bytes: number;
  }[];
  readonly streams: readonly {
    readonly kind: string;
    readonly addresses: readonly string[];
    readonly frames: number;
    readonly lives_s: readonly number[];
  }[];
  readonly followed: { readonly rotations: number; readonly mean: number; readonly share: number; readonly longest_s: number };
}

/** Severities of findings, the most severe first. */
export const SEVERITIES = ['high', 'medium', 'low', 'info'] as const;

/** What each code of a finding means, as a heading. */
const TITLES: Readonly<Record<string, string>> = {
  STATIC_ADDRESS: 'Address that never changes',
  NO_ROTATION: 'No rotation',
  SLOW_ROTATION: 'Slow rotation',
  PREDICTABLE_ROTATION: 'Predictable rotation',
  PAYLOAD_OUTLIVES_ADDRESS: 'Payload kept after an address change',
  STATIC_PAYLOAD: 'Payload that never changes',
  BYTES_SURVIVE: 'Bytes kept after an address change',
  COUNTER_CONTINUES: 'Counter continues',
  NAME_KEPT: 'Name kept after an address change',
  NAME_SENT: 'Name sent',
  STREAMS_ROTATE_APART: 'Streams rotate at different times',
  CONNECTABLE_IDENTIFIABLE: 'Connectable while identifiable',
  CAN_BE_FOLLOWED: 'Can be followed',
  TOO_SHORT: 'Recording too short',
};

export const findingTitle = (code: string): string => (Object.hasOwn(TITLES, code) ? (TITLES[code] ?? code) : code);

/** Reads a result that was validated. A part that the result of another version lacks is empty. */
export function privacyOutput(result: ToolResult): PrivacyAuditOutput {
  const output = record(result.structured_output);
  const followed = record(output['followed']);
  const comparison = output['comparison'];
  return {
    observed_s: number(output['observed_s']),
    findings: list(output['findings'])
      .map(record)
      .map((item) => ({
        code: text(item['code']),
        severity: text(item['severity']),
        statement: text(item['statement']),
        evidence: list(item['evidence'])
          .map(record)
          .map((row) => ({ address: text(row['address']), at: text(row['at']), what: text(row['what']) })),
        remedy: text(item['remedy']),
      })),
    comparison:
      comparison === undefined
        ? null
        : list(comparison)
            .map(record)
            .map((item) => ({
              code: text(item['code']),
              before: text(item['before']),
              after: text(item['after']),
              change: text(item['change']),
            })),
    rotations: list(output['rotations'])
      .map(record)
      .map((item) => ({
        from: text(item['from_address']),
        to: text(item['to_address']),
        at: text(item['at']),
        gap_s: number(item['gap_s']),
        probability: number(item['probability']),
        carried_s: number(item['carried_s']),
        bytes_kept: number(item['bytes_kept']),
        bytes: number(item['bytes']),
      })),
    streams: list(output['streams'])
      .map(record)
      .map((item) => ({
        kind: text(item['kind']),
        addresses: list(item['addresses']).map(text),
        frames: number(item['frames']),
        lives_s: list(item['lives_s']).map(number),
      })),
    followed: {
      rotations: number(followed['rotations']),
      mean: number(followed['mean_probability']),
      share: number(followed['followed_share']),
      longest_s: number(followed['longest_s']),
    },
  };
}

/** Writes how many findings have each severity: "2 high, 1 low". Severities without findings are left out. */
export function severityWords(findings: readonly PrivacyFinding[]): string {
  const counts = SEVERITIES.map((severity) => [findings.filter((finding) => finding.severity === severity).length, severity] as const);
  return counts.flatMap(([count, severity]) => (count === 0 ? [] : [`${String(count)} ${severity}`])).join(', ') || 'no findings';
}

type Fields = Readonly<Record<string, unknown>>;
const record = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' ? value : 0);
