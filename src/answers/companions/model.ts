import type { ToolResult } from '../../tools/contract/index.ts';

/** A device in the answer of `companion_analyzer`, in the form that views need. */
export interface CompanionDevice {
  readonly addresses: readonly string[];
  readonly more_addresses: number;
  readonly name?: string;
  /** Whether the call lists the device among those that the person expects. */
  readonly mine: boolean;
  readonly description: string;
  readonly verdict: 'beyond_chance' | 'possible' | 'chance';
  readonly statement: string;
  readonly evidence: readonly { readonly term: string; readonly decibans: number; readonly statement: string }[];
}

export interface CompanionOutput {
  readonly devices: readonly CompanionDevice[];
  readonly device_count: number;
  readonly note: string;
}

/** Reads the answer in a result, which the runner has checked against the tool's schema. */
export const companionOutput = (result: Pick<ToolResult, 'structured_output'>): CompanionOutput =>
  (result.structured_output ?? { devices: [], device_count: 0, note: '' }) as unknown as CompanionOutput;

const VERDICTS: Readonly<Record<CompanionDevice['verdict'], string>> = {
  beyond_chance: 'beyond chance',
  possible: 'possible',
  chance: 'chance explains it',
};

/** Writes the verdict on a device as a label. The person's own devices are expected at any score. */
export const verdictWords = ({ mine, verdict }: CompanionDevice): string => (mine ? 'expected' : VERDICTS[verdict]);
