/** The SQL table of the names that a person gave to devices. No capture gets this id. */
export const DEVICE_NAMES = 'device_names';

/** Its columns, in order. */
export const DEVICE_NAME_COLUMNS = [
  { name: 'address', type: 'VARCHAR', description: 'Address of the device, as captures write it' },
  { name: 'name', type: 'VARCHAR', description: 'Name that a person gave to it' },
] as const;
