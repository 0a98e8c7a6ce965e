/**
 * Schemas of a table's parts. A table's name refers to a view with every declared column in order. The stored table behind it has only
 * columns with differing values, because inserting a column of NULLs or of one repeated value costs as much as a column of numbers.
 */
export const STORED_SCHEMA = 'stored';
/** Views with an additional first column `rowid`: the row's position in its table, from 0, in order of insertion. */
export const NUMBERED_SCHEMA = 'numbered';
