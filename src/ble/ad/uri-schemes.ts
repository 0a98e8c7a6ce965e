/** URI scheme code points: Bluetooth Assigned Numbers, section 2.7; the ones that occur in advertising. */
export const URI_SCHEMES: Readonly<Record<number, string>> = {
  0x02: 'aaa:',
  0x03: 'aaas:',
  0x04: 'about:',
  0x05: 'acap:',
  0x06: 'acct:',
  0x0b: 'coap:',
  0x0c: 'coaps:',
  0x10: 'data:',
  0x14: 'file:',
  0x15: 'ftp:',
  0x16: 'http:',
  0x17: 'https:',
};
