/**
 * Where a table's parts are kept. Its name is a view with every declared column in order, over what is
 * stored, which is only the columns whose values differ: a column of NULLs costs an insert as much as one of numbers, and so does one
 * with the same value in every row.
 */
export const STORED_SCHEMA = 'stored';
/** Views with `rowid` in front: the place of a row among those of its table, from 0, in the order they were inserted. */
export const NUMBERED_SCHEMA = 'numbered';
