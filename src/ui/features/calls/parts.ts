/** Parts of the call editor that can be shown: the form, the JSON text, or both. */
export const PARTS = ['form', 'json', 'both'] as const;
export type Part = (typeof PARTS)[number];
