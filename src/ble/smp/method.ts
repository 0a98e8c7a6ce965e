/** Features that both sides exchange in a pairing (Core specification 5.4, Vol 3 Part H 3.5.1). */
export interface PairingFeatures {
  readonly io: number;
  readonly oob: number;
  readonly auth: number;
  readonly keySize: number;
}

export const AUTH = { BONDING: 3, MITM: 4, SECURE_CONNECTIONS: 8, KEYPRESS: 16 } as const;
const IO = { DISPLAY_ONLY: 0, DISPLAY_YES_NO: 1, KEYBOARD_ONLY: 2, NONE: 3, KEYBOARD_DISPLAY: 4 } as const;

export type PairingMethod = 'Just Works' | 'Passkey Entry' | 'Numeric Comparison' | 'Out of Band';

export interface Pairing {
  readonly method: PairingMethod;
  readonly secureConnections: boolean;
  readonly keySize: number;
  readonly sentence: string;
}

const inputs = (io: number): boolean => io === IO.KEYBOARD_ONLY || io === IO.KEYBOARD_DISPLAY;
const displays = (io: number): boolean => io === IO.DISPLAY_ONLY || io === IO.DISPLAY_YES_NO || io === IO.KEYBOARD_DISPLAY;
const compares = (io: number): boolean => io === IO.DISPLAY_YES_NO || io === IO.KEYBOARD_DISPLAY;

/** Returns the pairing method of devices with these features, and what it protects against (Vol 3 Part H 2.3.5.1, tables 2.6 to 2.8). */
export function pairing(request: PairingFeatures, response: PairingFeatures): Pairing {
  const secureConnections = (request.auth & response.auth & AUTH.SECURE_CONNECTIONS) !== 0;
  const method = methodOf(request, response, secureConnections);
  const keySize = Math.min(request.keySize, response.keySize);
  return { method, secureConnections, keySize, sentence: sentence(method, secureConnections) };
}

function methodOf(request: PairingFeatures, response: PairingFeatures, secure: boolean): PairingMethod {
  const oob = secure ? request.oob === 1 || response.oob === 1 : request.oob === 1 && response.oob === 1;
  if (oob) return 'Out of Band';
  if (((request.auth | response.auth) & AUTH.MITM) === 0) return 'Just Works';
  const [one, other] = [request.io, response.io];
  if (secure && compares(one) && compares(other)) return 'Numeric Comparison';
  if ((inputs(one) && (inputs(other) || displays(other))) || (inputs(other) && displays(one))) return 'Passkey Entry';
  return 'Just Works';
}

function sentence(method: PairingMethod, secure: boolean): string {
  const kind = `${secure ? 'LE Secure Connections' : 'LE legacy pairing'} with ${method}`;
  if (!secure)
    return method === 'Out of Band'
      ? `${kind}: as safe as the other channel that carried the key.`
      : `${kind}: who recorded the pairing can compute the keys and read the connection.`;
  if (method === 'Just Works') return `${kind}: a listener cannot compute the keys, but a device in the middle is not noticed.`;
  return `${kind}: protected from listeners and from a device in the middle.`;
}
