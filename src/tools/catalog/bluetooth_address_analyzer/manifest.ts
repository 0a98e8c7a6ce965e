import type { ManifestParts } from '../../contract/index.ts';
import { LINKAGE_TERMS } from '../terms.ts';

export const SEMANTICS =
  'confidence and linkage probabilities are model-based, posterior-like scores conditioned on the observed packets and on rpa_rotation_model; they are not frequentist p-values and must not be read as proof that two addresses are one device or one person.';

export const manifest: ManifestParts = {
  name: 'bluetooth_address_analyzer',
  version: '1.0.0',
  kebab_name: 'analyze-bluetooth-addresses',
  title: 'Bluetooth address analyzer',
  description:
    'Infers BLE address types and which rotating addresses probably belong to one emitter, with probabilities and reasons. For investigative analysis, not proof. Use it on captures with advertiser addresses to see what rotates and what can be followed. Not for decryption, Bluetooth Classic or naming people. Returns classes, clusters of linked addresses with a probability matrix, and activity segments.',
  long_description:
    'Classes come from the address-type bit and the top bits, tempered by behaviour and by the number of frames; frames with a bad CRC never count. Successor candidates inside linkage_window_s are scored on the handover gap under missed packets and on the rotation lifetime. Payload structure, broadcast name, advertising interval and received level count as well. The alternative is always that one device left and another arrived. Posteriors come from belief propagation over all candidates at once, one successor per address. Similar devices, blind spots and wide windows can inflate probabilities: read evidence, rationale and warnings. Model card: docs/linkage-model.md.',
  background:
    'Phones and earbuds change their radio address every few minutes to prevent tracking, so one device appears as many addresses.',
  capabilities: ['classification', 'linkage', 'both', 'address_timeline'],
  ...LINKAGE_TERMS,
  tags: ['bluetooth', 'ble', 'address', 'privacy', 'linkage', 'classification'],
  columns: [{ argument: 'address_columns.*', holds: 'address' }],
  error_codes: [
    { code: 'INSUFFICIENT_DATA', meaning: 'No frame with a readable address is left, or most addresses have too few frames.' },
    { code: 'INVALID_VALUE', meaning: 'A column of addresses is not one of the capture.' },
  ],
  preconditions: ['The capture has a column of Bluetooth addresses and a time of each row.'],
  confidence_semantics: SEMANTICS,
};
