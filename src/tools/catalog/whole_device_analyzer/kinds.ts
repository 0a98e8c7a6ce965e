/** Kinds of values that emitters broadcast and that two emitters may share. */
export const TOKEN_TERMS = ['name', 'payload', 'status', 'identity'] as const;
export type TokenTerm = (typeof TOKEN_TERMS)[number];

/** Kinds of evidence. `company` weighs one device against two that travel together, `partners` a pair against the other candidates. */
export const TERMS = ['presence', 'rotation', 'level', 'clock', ...TOKEN_TERMS, 'company', 'partners'] as const;
export type TermName = (typeof TERMS)[number];
