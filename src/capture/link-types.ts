/** Link-layer header types that packet captures declare. https://www.tcpdump.org/linktypes.html */
export const LINK_TYPE = {
  /** For private use (147 to 162 are). Nordic's sniffer wrote it before it had a number of its own, 272. */
  USER_10: 157,
  BLUETOOTH_HCI_H4: 187,
  PPI: 192,
  BLUETOOTH_HCI_H4_WITH_PHDR: 201,
  BLUETOOTH_LE_LL: 251,
  BLUETOOTH_LINUX_MONITOR: 254,
  BLUETOOTH_LE_LL_WITH_PHDR: 256,
  NORDIC_BLE: 272,
} as const;

const NAMES: Readonly<Record<number, string>> = {
  0: 'BSD loopback',
  1: 'Ethernet',
  6: 'Token Ring',
  9: 'PPP',
  101: 'raw IP',
  104: 'Cisco HDLC',
  105: 'IEEE 802.11',
  108: 'OpenBSD loopback',
  113: 'Linux cooked',
  119: 'IEEE 802.11 with Prism header',
  127: 'IEEE 802.11 with radiotap header',
  147: 'private use',
  157: 'private use',
  177: 'Linux LAPD',
  187: 'Bluetooth HCI H4',
  189: 'Linux USB',
  192: 'PPI',
  195: 'IEEE 802.15.4',
  201: 'Bluetooth HCI H4 with direction',
  215: 'IEEE 802.15.4 with PHY header',
  220: 'Linux USB, padded',
  227: 'CAN',
  228: 'IPv4',
  229: 'IPv6',
  230: 'IEEE 802.15.4 without FCS',
  249: 'USBPcap',
  251: 'Bluetooth LE link layer',
  254: 'Bluetooth Linux monitor',
  255: 'Bluetooth BR/EDR baseband',
  256: 'Bluetooth LE link layer with RF header',
  272: 'Nordic BLE sniffer',
  276: 'Linux cooked v2',
  283: 'IEEE 802.15.4 TAP',
};

export const BLE_LINK_TYPES = '157 of the nRF Sniffer, 187, 192, 201, 251, 254, 256, 272';

/** "1 (Ethernet)". */
export function linkTypeText(linkType: number): string {
  const name = NAMES[linkType];
  return name === undefined ? String(linkType) : `${String(linkType)} (${name})`;
}
