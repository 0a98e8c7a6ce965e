import { classOf } from '../../selection/columns.ts';

const TIME = /^(?:TIMESTAMP.*|DATE)$/i;

/** Types of the engine whose values are numbers. */
export const isNumber = (type: string): boolean => classOf(type) === 'number';

/** Times of the calendar, and our columns of microseconds. */
export const isTime = (name: string, type: string): boolean => TIME.test(type) || (isNumber(type) && /(?:^|_)ts_us$/.test(name));
