import type { AddressClass } from '../../ble/address.ts';

const KIND_WORDS: Readonly<Record<AddressClass, string>> = {
  public: 'public',
  random_static: 'random static',
  rpa: 'resolvable private',
  nrpa: 'non-resolvable private',
  unknown: 'of unknown type',
};

export const kindWords = (kind: AddressClass | null): string => (kind === null ? 'device id' : KIND_WORDS[kind]);
