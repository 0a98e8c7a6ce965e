const NUMERIC = /^(?:U?(?:TINY|SMALL|BIG|HUGE)?INT|U?INTEGER|DOUBLE|FLOAT|DECIMAL.*)$/i;
const TIME = /^(?:TIMESTAMP.*|DATE)$/i;

/** Types of the engine whose values are numbers. */
export const isNumber = (type: string): boolean => NUMERIC.test(type);

/** Times of the calendar, and our columns of microseconds. */
export const isTime = (name: string, type: string): boolean => TIME.test(type) || (isNumber(type) && /(?:^|_)ts_us$/.test(name));
