import type { ToolResult } from '../../tools/contract/index.ts';

/** A device in the answer of `whole_device_analyzer`, in the form that views need. */
export interface WholeDevice {
  readonly device_id: string;
  readonly probability: number;
  readonly statement: string;
  readonly parts: readonly { readonly addresses: readonly string[]; readonly more_addresses: number }[];
  readonly pairs: readonly {
    readonly address_a: string;
    readonly address_b: string;
    readonly prior_decibans: number;
    readonly evidence: readonly { readonly term: string; readonly decibans: number; readonly statement: string }[];
  }[];
}

export interface WholeDevicesOutput {
  readonly devices: readonly WholeDevice[];
  readonly device_count: number;
  readonly note: string;
}

/** Reads the answer in a result, which the runner has checked against the tool's schema. */
export const wholeDevicesOutput = (result: Pick<ToolResult, 'structured_output'>): WholeDevicesOutput =>
  (result.structured_output ?? { devices: [], device_count: 0, note: '' }) as unknown as WholeDevicesOutput;
