import type { DeviceName } from '../../base/device-name.ts';
import type { AddressClass } from '../../ble/address.ts';
import type { ToolResult } from '../../tools/contract/index.ts';
import type { PairVerdict } from '../../workbench/port.ts';

/** A capture that a result rests on, as the report names it; what only an open capture tells is null. */
export interface ReportCapture {
  readonly capture_id: string;
  readonly sha256: string;
  readonly file_name: string | null;
  readonly format: string | null;
  readonly bytes: number | null;
  readonly row_count: number | null;
  readonly problem_count: number | null;
  readonly time_base: 'epoch' | 'relative' | 'none' | null;
  readonly time_range: { readonly start_ms: number; readonly end_ms: number } | null;
  /** How its times were chosen. */
  readonly clock?: { readonly reason: string } | undefined;
}

/** Everything a report says, as data: a result with its evidence. */
export interface Finding {
  readonly title: string;
  /** The note of the person who makes the report; may be empty. */
  readonly note: string;
  /** What the tool is called in words. */
  readonly tool_title: string;
  readonly result: ToolResult;
  /** As it was run; undefined where the result came without it. */
  readonly invocation: unknown;
  readonly captures: readonly ReportCapture[];
  readonly verdicts: readonly PairVerdict[];
  /** Notes of the person on packets and times of its captures, and on devices; the capture is empty for a device. */
  readonly notes: readonly { readonly capture_id: string; readonly about: string; readonly text: string }[];
  /** Names that the person gave to devices of the answer. */
  readonly names: readonly DeviceName[];
  /** Hash of the last line of the journal when the report was made. */
  readonly audit_head: string;
  readonly workbench: { readonly version: string; readonly commit: string };
  /** When the report was made, ms since 1970-01-01 UTC. */
  readonly made_ms: number;
}

/** What must not be read in a masked report. */
export interface Secrets {
  /** Every address of the captures with the class that the radio says. */
  readonly addresses: readonly { readonly address: string; readonly type: AddressClass }[];
  /** Names that devices sent, and those that a person gave to keys. */
  readonly names: readonly string[];
  /** Words that may be read although they are the name of a capture too: columns. */
  readonly words: readonly string[];
}
