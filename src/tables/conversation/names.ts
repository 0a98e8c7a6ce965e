/** Names of the tables about connections, apart from their columns, which are loaded with the first capture that has them. */
export const CONVERSATION_NAMES = ['connections', 'connection_changes', 'll_control', 'l2cap', 'att', 'gatt', 'smp', 'hci'] as const;

/** The name of a table of a capture. */
export const conversationTable = (capture_id: string, name: string): string => `${capture_id}_${name}`;
