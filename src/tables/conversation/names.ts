/** Kinds of the tables about connections, apart from their columns, which are loaded with the first capture that has such tables. */
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

/** The name of a capture's additional table in SQL. */
export const conversationTable = (capture_id: string, name: string): string => `${capture_id}_${name}`;
