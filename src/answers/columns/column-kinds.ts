import { classOf } from '../../selection/columns.ts';

const TIME = /^(?:TIMESTAMP.*|DATE)$/i;

/** Whether values of this type of the query engine are numbers. */
export const isNumber = (type: string): boolean => classOf(type) === 'number';

/** Whether a column contains times: calendar times, or microseconds in a column with one of the workbench's own names for times. */
export const isTime = (name: string, type: string): boolean => TIME.test(type) || (isNumber(type) && /(?:^|_)ts_us$/.test(name));
