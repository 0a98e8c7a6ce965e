/** Describes a connection in sentences: how it ended and how it is protected. Shared by tools and views. */

export interface ConnectionEnd {
  /** Who ended the connection: `central` or `peripheral`. */
  readonly ended_by: string | null;
  readonly end_reason: string | null;
}

export function endSentence({ ended_by, end_reason }: ConnectionEnd): string {
  if (ended_by !== null) return `The ${ended_by} ended it: ${end_reason ?? 'no reason was given'}.`;
  return end_reason === null ? 'No packet says how it ended.' : `It ended: ${end_reason}.`;
}

export interface ConnectionSecurity {
  /** Whether the start of encryption was captured. */
  readonly began: boolean;
  readonly encrypted_packets: number;
  /** Number of Security Manager messages. */
  readonly pairing_messages: number;
  /** What the pairing protects against, if the features of both sides were captured. */
  readonly security: string | null;
  /** Why a pairing failed. */
  readonly failure: string | null;
}

/** Describes only what was captured: a missing packet does not prove that a connection was not encrypted. */
export function securitySentence({ began, encrypted_packets, pairing_messages, security, failure }: ConnectionSecurity): string {
  if (failure !== null) return `Pairing failed: ${failure}.`;
  if (security !== null) return began ? security : `${security} No packet shows that encryption began.`;
  if (pairing_messages > 0) return 'A pairing was heard in part: the features of one side are missing.';
  if (began) return 'Encrypted, with keys of an earlier pairing or of one that was not heard.';
  if (encrypted_packets > 0) return 'Encrypted; the beginning of the encryption was not heard.';
  return 'Not encrypted, as far as this recording shows.';
}
