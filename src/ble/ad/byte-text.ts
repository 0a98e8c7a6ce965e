/** Formats a byte as two upper-case hex digits. */
export const byteText = (value: number): string => value.toString(16).toUpperCase().padStart(2, '0');
