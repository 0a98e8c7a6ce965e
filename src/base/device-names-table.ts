/** Name of the SQL table with the device names that a person gave. No capture can have this id. */
export const DEVICE_NAMES = 'device_names';

/** The columns of the SQL table of device names, in order. */
export const DEVICE_NAME_COLUMNS = [
  { name: 'address', type: 'VARCHAR', description: 'Address of the device, as captures write it' },
  { name: 'name', type: 'VARCHAR', description: 'Name that a person gave to it' },
] as const;
