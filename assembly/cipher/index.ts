/** The cipher of the LE link layer: data PDUs opened, session keys and the functions of legacy pairing. */
// For `trap`, which the configuration puts in place of the runtime's abort.
import '../lib/arena';

export { blockAt, encrypt, keyAt } from './block';
export { ivAt, openPdu, payloadAt } from './ccm';
export { findPasskey, pairingAt } from './pairing';
