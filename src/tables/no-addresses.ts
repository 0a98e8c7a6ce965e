/** Warning for captures of Web Bluetooth scans, which have no addresses; tools that need addresses use it too. */
export const NO_ADDRESSES = {
  code: 'NO_ADDRESSES',
  message:
    'the browser gives a page no Bluetooth addresses, channels or kinds of PDU, only an opaque id per device (column device_id), which is another on each site and may change with the address; adv_data holds the service and manufacturer data alone. device_id_analyzer does what ids allow',
} as const;
