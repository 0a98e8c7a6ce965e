import type { ImportCapture } from '../../capture/import.ts';
import type { Keyring } from '../../keyring/keyring.ts';

/**
 * Wraps the reader of captures so that it receives the keys of a choice: `choice.decrypt` contains only their ids in the keyring, and no
 * other code receives the keys themselves.
 */
export const withLinkKeys =
  (importCapture: ImportCapture, ring: Pick<Keyring, 'linkKeys'>): ImportCapture =>
  async (file, sink, options = {}) => {
    const wanted = options.choice?.decrypt?.keys;
    if (wanted === undefined) return importCapture(file, sink, options);
    const link_keys = ring.linkKeys(wanted).map(({ name, kind, bytes }) => ({ name, kind, bytes }));
    const summary = await importCapture(file, sink, { ...options, link_keys });
    const absent = new Set(wanted).size - link_keys.length;
    if (absent === 0) return summary;
    const message = `${absent === 1 ? 'a key that the capture was to be read with is' : `${String(absent)} keys that the capture was to be read with are`} not in the keyring: add or unlock ${absent === 1 ? 'it' : 'them'} and decrypt the capture again`;
    return { ...summary, warnings: [...summary.warnings, { code: 'KEY_NOT_IN_RING', message }] };
  };
