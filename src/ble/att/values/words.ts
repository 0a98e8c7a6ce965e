/**
 * Words of coded fields by code, separated by `|`; an empty entry is a code without meaning. For bit fields, the words of the bits, least
 * significant first. Bluetooth GATT Specification Supplement. Codes that have no list here, such as HID countries, stay numbers.
 */
export const WORDS = {
  alert_level: 'no alert|mild alert|high alert',
  alert_category: 'simple alert|email|news|call|missed call|SMS or MMS|voice mail|schedule|high priority alert|instant message',
  yes_no: 'no|yes',
  weekday: 'not known|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday',
  time_source: 'not known|network time protocol|GPS|radio time signal|manual|atomic clock|cellular network|not synchronised',
  temperature_type: '|armpit|body|ear|finger|gastrointestinal tract|mouth|rectum|toe|tympanum',
  sensor_location: 'other|chest|wrist|finger|hand|ear lobe|foot',
  body_location:
    'other|top of shoe|in shoe|hip|front wheel|left crank|right crank|left pedal|right pedal|front hub|rear dropout|chainstay|rear wheel|rear hub|chest|spider|chain ring',
  reset_energy: '|reset energy expended',
  hid_suspend: 'suspend|exit suspend',
  hid_protocol: 'boot protocol|report protocol',
  hid_report: '|input report|output report|feature report',
  vendor_source: '|Bluetooth SIG|USB Implementers Forum',
  glucose_sample:
    '|capillary whole blood|capillary plasma|venous whole blood|venous plasma|arterial whole blood|arterial plasma|undetermined whole blood|undetermined plasma|interstitial fluid|control solution',
  glucose_place: '|finger|alternate site test|earlobe|control solution',
  gender: 'male|female|unspecified',
  pressure_trend:
    'not known|continuously falling|continuously rising|falling, then steady|rising, then steady|falling before a lesser rise|falling before a greater rise|rising before a greater fall|rising before a lesser fall|steady',
  battery_external: 'no|yes|not known',
  battery_charge: 'not known|charging|discharging in use|discharging out of use',
  battery_charge_level: 'not known|good|low|critical',
  charging_type: 'not charging or not known|constant current|constant voltage|trickle|float',
  battery_service: 'no|yes|not known',
} as const satisfies Readonly<Record<string, string>>;

export const BITS = {
  adjust_reason: 'manual update|external reference|time zone changed|daylight saving changed',
  hid_flags: 'remote wake|normally connectable',
  ccc: 'notifications|indications',
  broadcast: 'broadcast',
  extended: 'reliable write|writable auxiliaries',
  client_features: 'robust caching|enhanced ATT bearer|multiple notifications',
  server_features: 'enhanced ATT bearer',
  charging_faults: 'battery|external power|other',
  alert_status: 'ringer|vibrate|display alert',
  rsc_features: 'stride length|total distance|walking or running|calibration procedure|multiple sensor locations',
  csc_features: 'wheel revolutions|crank revolutions|multiple sensor locations',
  blood_pressure_features:
    'body movement detection|cuff fit detection|irregular pulse detection|pulse rate range detection|measurement position detection|multiple bonds|E2E-CRC|user data service|user facing time',
  blood_pressure_status: 'body movement|cuff too loose|irregular pulse|pulse rate above range|pulse rate below range|improper position',
  weight_features: 'time stamp|multiple users|BMI',
  audio_contexts:
    'unspecified|conversation|media|game|instructions|voice assistant|live|sound effects|notifications|ringtone|alerts|emergency alarm',
  audio_locations:
    'front left|front right|front centre|low frequency 1|back left|back right|front left of centre|front right of centre|back centre|low frequency 2|side left|side right|top front left|top front right|top front centre|top centre|top back left|top back right|top side left|top side right|top back centre|bottom front centre|bottom front left|bottom front right|front left wide|front right wide|left surround|right surround',
} as const satisfies Readonly<Record<string, string>>;

/** Returns the words of the bits that are set. */
export const bitsText = (raw: number, bits: readonly string[]): string =>
  bits.filter((word, bit) => word !== '' && Math.floor(raw / 2 ** bit) % 2 === 1).join(' and ') || 'none';
