import { classOf } from '../../selection/columns.ts';

const TIME = /^(?:TIMESTAMP.*|DATE)$/i;

/** Types of the engine whose values are numbers. */
export const isNumber = (type: string): boolean => classOf(type) === 'number';

/** Whether a column contains calendar times, or microseconds under one of our column names. */
export const isTime = (name: string, type: string): boolean => TIME.test(type) || (isNumber(type) && /(?:^|_)ts_us$/.test(name));
