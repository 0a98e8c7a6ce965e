/** The cipher of the LE link layer: decrypts data PDUs, makes session keys and computes the functions of legacy pairing. */
// The import defines `trap`, which the compiler configuration calls instead of the runtime's abort.
import '../lib/arena';

export { blockAt, encrypt, keyAt } from './block';
export { ivAt, openPdu, payloadAt } from './ccm';
export { findPasskey, pairingAt } from './pairing';
