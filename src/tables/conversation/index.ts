import { CHANGES, CONNECTIONS } from './connections.ts';
import { HCI } from './hci.ts';
import { ATT, GATT, L2CAP, SMP } from './host.ts';
import { LL_CONTROL } from './ll-control.ts';
import { STREAMS } from './streams.ts';
import type { ConversationColumn, ConversationTable } from './table.ts';

/**
 * The additional tables of a capture about its connections and isochronous streams. A capture has all of them, of which some may be empty,
 * if it contains a packet of a connection or stream or, in a host log, any record other than an advertising report; otherwise it has none.
 * Scripts rely on their names and types.
 */
export const CONVERSATION_TABLES: readonly ConversationTable[] = [CONNECTIONS, CHANGES, LL_CONTROL, STREAMS, L2CAP, ATT, GATT, SMP, HCI];

/** The columns of a table by its kind (`CaptureTable.what`); empty for an unknown kind. */
export const conversationColumns = (what: string): readonly ConversationColumn[] =>
  CONVERSATION_TABLES.find(({ name }) => name === what)?.columns ?? [];
