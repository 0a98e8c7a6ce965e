/** What emitters may say alike. */
export const TOKEN_TERMS = ['name', 'payload', 'status', 'identity'] as const;
export type TokenTerm = (typeof TOKEN_TERMS)[number];

/** Kinds of evidence; `company` weighs one device against two that travel together. */
export const TERMS = ['presence', 'rotation', 'level', 'clock', ...TOKEN_TERMS, 'company'] as const;
export type TermName = (typeof TERMS)[number];
