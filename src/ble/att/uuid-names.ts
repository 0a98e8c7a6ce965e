import characteristics from '../assigned/characteristics.json';
import services from '../assigned/services.json';

/** Declarations and descriptors of GATT. Bluetooth SIG, Assigned Numbers, 3.5 and 3.7; services and characteristics are in `ble/assigned`. */
const NAMES = `2800 Primary Service|2801 Secondary Service|2802 Include|2803 Characteristic
2900 Characteristic Extended Properties|2901 Characteristic User Description|2902 Client Characteristic Configuration
2903 Server Characteristic Configuration|2904 Characteristic Presentation Format|2905 Characteristic Aggregate Format
2906 Valid Range|2907 External Report Reference|2908 Report Reference|2909 Number of Digitals|290A Value Trigger Setting
290B Environmental Sensing Configuration|290C Environmental Sensing Measurement|290D Environmental Sensing Trigger Setting
290E Time Trigger Setting|290F Complete BR-EDR Transport Block Data|2910 Observation Schedule|2911 Valid Range and Accuracy`;

const known = new Map(
  NAMES.split(/[|\n]/).map((entry) => {
    const space = entry.indexOf(' ');
    return [entry.slice(0, space), entry.slice(space + 1)];
  }),
);

const assigned: readonly Readonly<Record<string, string>>[] = [characteristics, services];

/** Name of a 16-bit attribute type or service, given as `2A19`; undefined if unknown. */
export const attributeName = (uuid: string): string | undefined =>
  known.get(uuid) ?? assigned.find((names) => Object.hasOwn(names, uuid))?.[uuid];
