/**
 * Parts of a session to include in a file. An absent part is included, except `decrypted`, as far as it concerns only the chosen captures.
 */
export interface ShareParts {
  /** Calls with their results. If false, verdicts and journal are also left out. */
  readonly results?: boolean | undefined;
  readonly verdicts?: boolean | undefined;
  readonly notes?: boolean | undefined;
  /** Device names that the person entered. */
  readonly names?: boolean | undefined;
  /** Saved queries. */
  readonly queries?: boolean | undefined;
  /** Texts of the call editor and the SQL editor. */
  readonly editors?: boolean | undefined;
  /** Journal entries; the journal's head is always included. */
  readonly journal?: boolean | undefined;
  /**
   * Results over captures whose encrypted packets were decrypted with keys. Excluded by default; while one is excluded, so are the journal
   * entries.
   */
  readonly decrypted?: boolean | undefined;
}

/** What a file will contain. */
export interface ShareContents {
  readonly captures: readonly { readonly capture_id: string; readonly file_name: string; readonly bytes: number }[];
  /** Merged views over the captures. */
  readonly views: readonly string[];
  readonly results: readonly { readonly tool_call_id: string; readonly tool_name: string; readonly summary: string }[];
  readonly verdicts: number;
  readonly notes: number;
  readonly names: number;
  /** Names of saved queries. */
  readonly queries: readonly string[];
  /** Editors whose text is included. */
  readonly editors: readonly ('call' | 'SQL')[];
  /** 0 if only the head is included. */
  readonly journal_lines: number;
  /** Parts left out because they were not chosen or concern other captures. */
  readonly left_out: {
    readonly results: number;
    /** Of these, results over decrypted captures that were not chosen. */
    readonly decrypted: number;
    readonly verdicts: number;
    readonly notes: number;
    readonly names: number;
    readonly queries: number;
  };
}

/** Options of a shared file. */
export interface ShareOptions {
  readonly capture_ids: readonly string[];
  readonly include_results: boolean;
  /** Other parts to include; all of them by default. */
  readonly include?: ShareParts | undefined;
  /** Signs the seal. */
  readonly sign?: boolean | undefined;
  /** Include captures with their key material; removed by default. */
  readonly include_keys?: boolean | undefined;
  /** Session name in the file; a masked session gets a neutral name. */
  readonly name: string;
  /** Replaces real addresses and names; `drop` also removes advertising data. */
  readonly mask?: MaskedShare['payloads'] | undefined;
  /** Cancels the work. */
  readonly signal?: AbortSignal | undefined;
}

export interface SharedFile {
  readonly file: Blob;
  /** Null if nothing was masked. */
  readonly masked: MaskedShare | null;
}

/**
 * How many addresses an observer with another recording of the same packets can match uniquely and correctly: by arrival times in whole
 * milliseconds alone, and by packet counts per RSSI alone. Masking cannot prevent this.
 */
export interface Linkability {
  /** Addresses in the masked captures; an address in two captures counts twice. */
  readonly addresses: number;
  readonly by_timing: number;
  readonly by_signal: number;
}

/** Captures and results of a masked share. */
export interface MaskedShare {
  readonly payloads: 'mask' | 'drop';
  readonly captures: readonly { readonly from: string; readonly to: string; readonly rows: number; readonly rows_left_out: number }[];
  /** Number of calls that were run again and included. */
  readonly runs: number;
  readonly runs_left_out: readonly { readonly tool_name: string; readonly reason: string }[];
  readonly linkability: Linkability;
}
