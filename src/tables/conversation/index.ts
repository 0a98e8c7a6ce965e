import { CHANGES, CONNECTIONS } from './connections.ts';
import { HCI } from './hci.ts';
import { ATT, GATT, L2CAP, SMP } from './host.ts';
import { LL_CONTROL } from './ll-control.ts';
import type { ConversationColumn, ConversationTable } from './table.ts';

/**
 * The tables about connections, next to the packets of a capture. A capture has all of them, some without rows, or none: it
 * has them when it holds anything of a connection or of a host log beside advertising reports. Public: scripts rely on names and types.
 */
export const CONVERSATION_TABLES: readonly ConversationTable[] = [CONNECTIONS, CHANGES, LL_CONTROL, L2CAP, ATT, GATT, SMP, HCI];

/** Columns of such a table by what it is (`CaptureTable.what`); none of an unknown one. */
export const conversationColumns = (what: string): readonly ConversationColumn[] =>
  CONVERSATION_TABLES.find(({ name }) => name === what)?.columns ?? [];
