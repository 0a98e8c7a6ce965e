import { createHash } from 'node:crypto';

/** @param {Uint8Array | string} bytes */
export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');
