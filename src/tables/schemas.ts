/**
 * Schema of stored tables. A capture's name refers to a view with every column in order. The stored table behind it has only columns whose
 * values differ, because inserting a column of NULLs or of one value costs as much as a column of numbers.
 */
export const STORED_SCHEMA = 'stored';
/** Schema of views with an additional first column `rowid`: the position of the row in its table from 0, in the order of insertion. */
export const NUMBERED_SCHEMA = 'numbered';
