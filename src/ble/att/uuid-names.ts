import services from '../assigned/services.json';

/**
 * Names of the attribute types that GATT and its common services use. Bluetooth SIG, Assigned Numbers, 3.5 (declarations), 3.7
 * (descriptors) and 3.8 (characteristics). Services have theirs in `ble/assigned/services.json`.
 */
const NAMES = `2800 Primary Service|2801 Secondary Service|2802 Include|2803 Characteristic
2900 Characteristic Extended Properties|2901 Characteristic User Description|2902 Client Characteristic Configuration
2903 Server Characteristic Configuration|2904 Characteristic Presentation Format|2905 Characteristic Aggregate Format
2906 Valid Range|2907 External Report Reference|2908 Report Reference|2909 Number of Digitals|290A Value Trigger Setting
2A00 Device Name|2A01 Appearance|2A02 Peripheral Privacy Flag|2A03 Reconnection Address
2A04 Peripheral Preferred Connection Parameters|2A05 Service Changed|2A06 Alert Level|2A07 Tx Power Level|2A08 Date Time
2A0F Local Time Information|2A14 Reference Time Information|2A18 Glucose Measurement|2A19 Battery Level|2A1C Temperature Measurement
2A1D Temperature Type|2A1E Intermediate Temperature|2A21 Measurement Interval|2A22 Boot Keyboard Input Report|2A23 System ID
2A24 Model Number String|2A25 Serial Number String|2A26 Firmware Revision String|2A27 Hardware Revision String
2A28 Software Revision String|2A29 Manufacturer Name String|2A2A IEEE 11073-20601 Regulatory Certification Data List|2A2B Current Time
2A31 Scan Refresh|2A32 Boot Keyboard Output Report|2A33 Boot Mouse Input Report|2A34 Glucose Measurement Context
2A35 Blood Pressure Measurement|2A36 Intermediate Cuff Pressure|2A37 Heart Rate Measurement|2A38 Body Sensor Location
2A39 Heart Rate Control Point|2A3F Alert Status|2A46 New Alert|2A49 Blood Pressure Feature|2A4A HID Information|2A4B Report Map
2A4C HID Control Point|2A4D Report|2A4E Protocol Mode|2A4F Scan Interval Window|2A50 PnP ID|2A51 Glucose Feature
2A52 Record Access Control Point|2A53 RSC Measurement|2A54 RSC Feature|2A55 SC Control Point|2A5B CSC Measurement|2A5C CSC Feature
2A5D Sensor Location|2A63 Cycling Power Measurement|2A65 Cycling Power Feature|2A66 Cycling Power Control Point|2A67 Location and Speed
2A6D Pressure|2A6E Temperature|2A6F Humidity|2A98 Weight|2A9D Weight Measurement|2A9E Weight Scale Feature
2AA6 Central Address Resolution|2AC9 Resolvable Private Address Only|2B29 Client Supported Features|2B2A Database Hash
2B3A Server Supported Features`;

const known = new Map(
  NAMES.split(/[|\n]/).map((entry) => {
    const space = entry.indexOf(' ');
    return [entry.slice(0, space), entry.slice(space + 1)];
  }),
);

const serviceNames: Readonly<Record<string, string>> = services;

/** The name of an attribute type or service of 16 bits, spelled `2A19`; undefined for others. */
export const attributeName = (uuid: string): string | undefined =>
  known.get(uuid) ?? (Object.hasOwn(serviceNames, uuid) ? serviceNames[uuid] : undefined);
