import type { DeviceName } from '../../base/device-name.ts';
import type { AddressClass } from '../../ble/address.ts';
import type { ToolError, ToolResult } from '../../tools/contract/index.ts';
import type { PairVerdict } from '../../workbench/port.ts';

/** A capture on which a result is based. Facts that only an open capture has are null if it is closed. */
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
  /** How the capture's times were chosen. */
  readonly clock?: { readonly reason: string } | undefined;
}

/** What a report contains: a result with its evidence. */
export interface Finding {
  readonly title: string;
  /** The note of the report's author; may be empty. */
  readonly note: string;
  /** Name of the tool in words. */
  readonly tool_title: string;
  readonly result: ToolResult;
  /** The invocation as it ran; undefined if the result was loaded without it. */
  readonly invocation: unknown;
  readonly captures: readonly ReportCapture[];
  readonly verdicts: readonly PairVerdict[];
  /** Notes on packets and times of the captures, and on devices; `capture_id` is empty for a device. */
  readonly notes: readonly { readonly capture_id: string; readonly about: string; readonly text: string }[];
  /** Names that the person gave to devices in the answer. */
  readonly names: readonly DeviceName[];
  /** Hash of the journal's last line when the report was written. */
  readonly audit_head: string;
  readonly workbench: { readonly version: string; readonly commit: string };
  /** When the report was written, in ms since 1970-01-01 UTC. */
  readonly made_ms: number;
}

/** One call of a plan, in the plan's report. */
export interface PlanCall {
  /** Id of the plan's step; empty if the plan is a list of calls. */
  readonly id: string;
  /** The capture of this call, if the step runs once for each capture; otherwise empty. */
  readonly capture_id: string;
  readonly tool_name: string;
  /** How the call ended: `ok`, `partial`, `error`, or a word for why it did not run. */
  readonly state: string;
  /** Summary of the answer; empty if the call did not run. */
  readonly summary: string;
  /** Errors because of which the call did not run. */
  readonly errors: readonly ToolError[];
  /** Content of the call's report; absent if the call did not run. */
  readonly finding: Finding | null;
}

/** Numbers of a step that ran once for each capture, as a table. */
export interface PlanFigures {
  readonly id: string;
  readonly tool_name: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly capture_id: string;
    readonly state: string;
    readonly values: Readonly<Record<string, number | string | boolean | null>>;
  }[];
}

/** What the report of a plan contains. */
export interface PlanFinding extends Pick<Finding, 'title' | 'captures' | 'audit_head' | 'workbench' | 'made_ms'> {
  readonly calls: readonly PlanCall[];
  readonly tables: readonly PlanFigures[];
  /** What is wrong with the plan as a whole. */
  readonly errors: readonly ToolError[];
}

/** Texts that a masked report must not contain. */
export interface Secrets {
  /** Every address in the captures, with its class. */
  readonly addresses: readonly { readonly address: string; readonly type: AddressClass }[];
  /** Names that devices sent, and names that a person gave to keys. */
  readonly names: readonly string[];
  /** Names of columns. They may stay in the report, even if a capture has the same name. */
  readonly words: readonly string[];
  /**
   * Names of members and fixed values in results and calls, in lower case. A device name that is one of them identifies no device, and the
   * report would be unreadable without it.
   */
  readonly contract: ReadonlySet<string>;
}
