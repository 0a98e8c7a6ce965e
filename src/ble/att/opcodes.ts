/** Attribute protocol. Core specification 5.4, Vol 3 Part F 3.4; opcodes in 3.4.8. */
export const ATT = {
  ERROR_RSP: 0x01,
  MTU_REQ: 0x02,
  MTU_RSP: 0x03,
  FIND_INFORMATION_REQ: 0x04,
  FIND_INFORMATION_RSP: 0x05,
  FIND_BY_TYPE_VALUE_REQ: 0x06,
  FIND_BY_TYPE_VALUE_RSP: 0x07,
  READ_BY_TYPE_REQ: 0x08,
  READ_BY_TYPE_RSP: 0x09,
  READ_REQ: 0x0a,
  READ_RSP: 0x0b,
  READ_BLOB_REQ: 0x0c,
  READ_BLOB_RSP: 0x0d,
  READ_MULTIPLE_REQ: 0x0e,
  READ_MULTIPLE_RSP: 0x0f,
  READ_BY_GROUP_TYPE_REQ: 0x10,
  READ_BY_GROUP_TYPE_RSP: 0x11,
  WRITE_REQ: 0x12,
  WRITE_RSP: 0x13,
  PREPARE_WRITE_REQ: 0x16,
  PREPARE_WRITE_RSP: 0x17,
  EXECUTE_WRITE_REQ: 0x18,
  EXECUTE_WRITE_RSP: 0x19,
  READ_MULTIPLE_VARIABLE_REQ: 0x20,
  READ_MULTIPLE_VARIABLE_RSP: 0x21,
  MULTIPLE_NOTIFICATION: 0x23,
  NOTIFICATION: 0x1b,
  INDICATION: 0x1d,
  CONFIRMATION: 0x1e,
  WRITE_CMD: 0x52,
  SIGNED_WRITE_CMD: 0xd2,
} as const;

const NAMES: Readonly<Record<number, string>> = {
  0x01: 'ATT_ERROR_RSP',
  0x02: 'ATT_EXCHANGE_MTU_REQ',
  0x03: 'ATT_EXCHANGE_MTU_RSP',
  0x04: 'ATT_FIND_INFORMATION_REQ',
  0x05: 'ATT_FIND_INFORMATION_RSP',
  0x06: 'ATT_FIND_BY_TYPE_VALUE_REQ',
  0x07: 'ATT_FIND_BY_TYPE_VALUE_RSP',
  0x08: 'ATT_READ_BY_TYPE_REQ',
  0x09: 'ATT_READ_BY_TYPE_RSP',
  0x0a: 'ATT_READ_REQ',
  0x0b: 'ATT_READ_RSP',
  0x0c: 'ATT_READ_BLOB_REQ',
  0x0d: 'ATT_READ_BLOB_RSP',
  0x0e: 'ATT_READ_MULTIPLE_REQ',
  0x0f: 'ATT_READ_MULTIPLE_RSP',
  0x10: 'ATT_READ_BY_GROUP_TYPE_REQ',
  0x11: 'ATT_READ_BY_GROUP_TYPE_RSP',
  0x12: 'ATT_WRITE_REQ',
  0x13: 'ATT_WRITE_RSP',
  0x16: 'ATT_PREPARE_WRITE_REQ',
  0x17: 'ATT_PREPARE_WRITE_RSP',
  0x18: 'ATT_EXECUTE_WRITE_REQ',
  0x19: 'ATT_EXECUTE_WRITE_RSP',
  0x1b: 'ATT_HANDLE_VALUE_NTF',
  0x1d: 'ATT_HANDLE_VALUE_IND',
  0x1e: 'ATT_HANDLE_VALUE_CFM',
  0x20: 'ATT_READ_MULTIPLE_VARIABLE_REQ',
  0x21: 'ATT_READ_MULTIPLE_VARIABLE_RSP',
  0x23: 'ATT_MULTIPLE_HANDLE_VALUE_NTF',
  0x52: 'ATT_WRITE_CMD',
  0xd2: 'ATT_SIGNED_WRITE_CMD',
};

export const attName = (opcode: number): string | undefined => NAMES[opcode];

/** Errors of the protocol (3.4.1.1, table 3.4) and of services (Supplement, Part B 1.2). */
const ERRORS: Readonly<Record<number, string>> = {
  0x01: 'Invalid Handle',
  0x02: 'Read Not Permitted',
  0x03: 'Write Not Permitted',
  0x04: 'Invalid PDU',
  0x05: 'Insufficient Authentication',
  0x06: 'Request Not Supported',
  0x07: 'Invalid Offset',
  0x08: 'Insufficient Authorization',
  0x09: 'Prepare Queue Full',
  0x0a: 'Attribute Not Found',
  0x0b: 'Attribute Not Long',
  0x0c: 'Encryption Key Size Too Short',
  0x0d: 'Invalid Attribute Value Length',
  0x0e: 'Unlikely Error',
  0x0f: 'Insufficient Encryption',
  0x10: 'Unsupported Group Type',
  0x11: 'Insufficient Resources',
  0x12: 'Database Out Of Sync',
  0x13: 'Value Not Allowed',
  0xfc: 'Write Request Rejected',
  0xfd: 'Client Characteristic Configuration Descriptor Improperly Configured',
  0xfe: 'Procedure Already in Progress',
  0xff: 'Out of Range',
};

export const attErrorName = (code: number): string | undefined =>
  ERRORS[code] ?? (code >= 0x80 && code <= 0x9f ? 'Application Error' : undefined);

/** Requests that need a response; the response has the next opcode. */
const REQUESTS = opcodes([0x02, 0x04, 0x06, 0x08, 0x0a, 0x0c, 0x0e, 0x10, 0x12, 0x16, 0x18, 0x20, 0x1d]);
export const isAttRequest = (opcode: number): boolean => REQUESTS[opcode] === 1;
export const isAttResponse = (opcode: number): boolean => opcode === ATT.ERROR_RSP || REQUESTS[opcode - 1] === 1;

/** Whether PDUs with this opcode are sent by clients; servers send all others. Not meaningful for unknown opcodes. */
export const sentByClient = (opcode: number): boolean =>
  (REQUESTS[opcode] === 1 && opcode !== ATT.INDICATION) ||
  opcode === ATT.CONFIRMATION ||
  opcode === ATT.WRITE_CMD ||
  opcode === ATT.SIGNED_WRITE_CMD;

/** Makes a table with 1 at each of these opcodes. It is read for every PDU and is faster than a set. */
export function opcodes(some: readonly number[]): Uint8Array {
  const table = new Uint8Array(256);
  for (const opcode of some) table[opcode] = 1;
  return table;
}
