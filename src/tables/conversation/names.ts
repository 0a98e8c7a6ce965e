/** Names of the tables about connections. Separate from their columns, which are loaded with the first capture that has such tables. */
export const CONVERSATION_NAMES = [
  'connections',
  'connection_changes',
  'll_control',
  'streams',
  'l2cap',
  'att',
  'gatt',
  'smp',
  'hci',
] as const;

/** The SQL name of a capture's table. */
export const conversationTable = (capture_id: string, name: string): string => `${capture_id}_${name}`;
