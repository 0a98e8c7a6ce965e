import type { DeviceName } from '../../base/device-name.ts';
import type { AddressClass } from '../../ble/address.ts';
import type { ToolError, ToolResult } from '../../tools/contract/index.ts';
import type { PairVerdict } from '../../workbench/port.ts';

/** A capture behind a result; facts that only an open capture provides are null otherwise. */
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

/** The content of a report as data: a result with its evidence. */
export interface Finding {
  readonly title: string;
  /** The report author's note; may be empty. */
  readonly note: string;
  /** What the tool is called in words. */
  readonly tool_title: string;
  readonly result: ToolResult;
  /** The invocation as run; undefined if the result came without it. */
  readonly invocation: unknown;
  readonly captures: readonly ReportCapture[];
  readonly verdicts: readonly PairVerdict[];
  /** Notes on packets and times of its captures, and on devices; the capture is empty for a device. */
  readonly notes: readonly { readonly capture_id: string; readonly about: string; readonly text: string }[];
  /** Names that the person gave to devices of the answer. */
  readonly names: readonly DeviceName[];
  /** Hash of the journal's last line when the report was made. */
  readonly audit_head: string;
  readonly workbench: { readonly version: string; readonly commit: string };
  /** When the report was made, ms since 1970-01-01 UTC. */
  readonly made_ms: number;
}

/** One call of a plan. */
export interface PlanCall {
  /** Id of its step; empty in lists of calls. */
  readonly id: string;
  /** The capture of this call if the step runs once for each capture; otherwise empty. */
  readonly capture_id: string;
  readonly tool_name: string;
  /** How it ended: `ok`, `partial`, `error`, or why it did not run. */
  readonly state: string;
  /** The answer in a sentence; empty if the call did not run. */
  readonly summary: string;
  /** Why it did not run. */
  readonly errors: readonly ToolError[];
  /** Absent if the call did not run. */
  readonly finding: Finding | null;
}

/** A table of a step that ran once for each capture. */
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

/** The content of the report of a plan. */
export interface PlanFinding extends Pick<Finding, 'title' | 'captures' | 'audit_head' | 'workbench' | 'made_ms'> {
  readonly calls: readonly PlanCall[];
  readonly tables: readonly PlanFigures[];
  /** Faults of the plan as a whole. */
  readonly errors: readonly ToolError[];
}

/** Texts that must not appear in a masked report. */
export interface Secrets {
  /** Every address in the captures, with its class. */
  readonly addresses: readonly { readonly address: string; readonly type: AddressClass }[];
  /** Names that devices sent, and names that a person gave keys. */
  readonly names: readonly string[];
  /** Words that may remain although they are also the name of a capture: column names. */
  readonly words: readonly string[];
  /**
   * Property names and enumeration values of results and calls, in lower case. A name that is one of them identifies no device, and the
   * report would lose its meaning with it.
   */
  readonly contract: ReadonlySet<string>;
}
