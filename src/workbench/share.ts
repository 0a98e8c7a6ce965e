/**
 * Which parts of a session a file includes. An absent part is included (except `decrypted`) as far as it concerns only the chosen captures.
 */
export interface ShareParts {
  /** Calls with their results. If false, verdicts and the journal are left out too. */
  readonly results?: boolean | undefined;
  readonly verdicts?: boolean | undefined;
  readonly notes?: boolean | undefined;
  /** Device names that the person entered. */
  readonly names?: boolean | undefined;
  /** SQL statements that the person saved. */
  readonly queries?: boolean | undefined;
  /** The texts in the call editor and in the SQL editor. */
  readonly editors?: boolean | undefined;
  /** The entries of the journal. Its head hash is always included. */
  readonly journal?: boolean | undefined;
  /** Results that were computed on packets decrypted with keys. Excluded by default; if one is excluded, the journal entries are too. */
  readonly decrypted?: boolean | undefined;
}

/** What a file will contain, for the person who decides. */
export interface ShareContents {
  readonly captures: readonly { readonly capture_id: string; readonly file_name: string; readonly bytes: number }[];
  /** The merged views over the included captures. */
  readonly views: readonly string[];
  readonly results: readonly { readonly tool_call_id: string; readonly tool_name: string; readonly summary: string }[];
  readonly verdicts: number;
  readonly notes: number;
  readonly names: number;
  /** Names of the saved queries that are included. */
  readonly queries: readonly string[];
  /** The editors whose text is included. */
  readonly editors: readonly ('call' | 'SQL')[];
  /** Number of journal entries; 0 if only the head hash is included. */
  readonly journal_lines: number;
  /** How much is left out because it was not chosen or concerns other captures. */
  readonly left_out: {
    readonly results: number;
    /** How many of the results that are left out were computed on decrypted packets. */
    readonly decrypted: number;
    readonly verdicts: number;
    readonly notes: number;
    readonly names: number;
    readonly queries: number;
  };
}

/** What a shared file contains, and how. */
export interface ShareOptions {
  readonly capture_ids: readonly string[];
  readonly include_results: boolean;
  /** Other parts to include; all by default, as far as they concern the captures of the file. */
  readonly include?: ShareParts | undefined;
  /** Whether to sign the seal. */
  readonly sign?: boolean | undefined;
  /** Whether captures are included with their key material; by default it is removed. */
  readonly include_keys?: boolean | undefined;
  /** Name of the session in the file. A masked session gets a neutral name instead. */
  readonly name: string;
  /** Replaces real addresses and names by others. `drop` also removes advertising data. */
  readonly mask?: MaskedShare['payloads'] | undefined;
  /** Cancels writing the file. */
  readonly signal?: AbortSignal | undefined;
}

export interface SharedFile {
  readonly file: Blob;
  /** What was masked; null if nothing was. */
  readonly masked: MaskedShare | null;
}

/**
 * How many masked addresses an observer who recorded the same packets can match to real ones with certainty: by arrival times in whole
 * milliseconds alone, and by packet counts per RSSI alone. Masking cannot prevent this.
 */
export interface Linkability {
  /** Number of addresses in the masked captures; an address in two captures counts twice. */
  readonly addresses: number;
  readonly by_timing: number;
  readonly by_signal: number;
}

/** The captures and calls of a masked share. */
export interface MaskedShare {
  readonly payloads: 'mask' | 'drop';
  readonly captures: readonly { readonly from: string; readonly to: string; readonly rows: number; readonly rows_left_out: number }[];
  /** How many calls were run again and are included. */
  readonly runs: number;
  readonly runs_left_out: readonly { readonly tool_name: string; readonly reason: string }[];
  readonly linkability: Linkability;
}
