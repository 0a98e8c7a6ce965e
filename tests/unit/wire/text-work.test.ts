import { expect, test } from 'vitest';
import { whatTextHolds } from '../../../src/wire/text-calls.ts';

const indexOf: (this: string, sought: string, from?: number) => number = Reflect.get(String.prototype, 'indexOf');
const exec: (this: RegExp, text: string) => RegExpExecArray | null = Reflect.get(RegExp.prototype, 'exec');

/** Repetitions of any character. */
const ANYTHING = ['[\\s\\S]*', '[\\s\\S]+', '[^]*', '[^]+'];

/** A pattern that may begin anywhere and then match any number of any characters costs the square of what it searches. */
const costsSquare = ({ source }: RegExp): boolean => !source.startsWith('^') && ANYTHING.some((each) => source.includes(each));

/** Characters that `act` searches with patterns and with `indexOf`. */
function workOf(act: () => unknown): number {
  let work = 0;
  String.prototype.indexOf = function (this: string, sought: string, from = 0) {
    const found = indexOf.call(this, sought, from);
    work += (found < 0 ? this.length : found) - from;
    return found;
  };
  // Every other function with a pattern calls this one.
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    const length = found === null ? (this.source.startsWith('^') ? 1 : text.length - from) : found.index + found[0].length - from;
    work += costsSquare(this) ? (text.length - from) ** 2 : length;
    return found;
  };
  try {
    act();
  } finally {
    String.prototype.indexOf = indexOf;
    RegExp.prototype.exec = exec;
  }
  return work;
}

const CALL = '<tool_call>{"name":"f","arguments":{}}</tool_call>';

test.each<[string, string, string, string]>([
  ['parameters without an end', '<function=f>', '<parameter=a>', ''],
  ['parameters with values and without an end', '<function=f>', '<parameter=a>x', '</function>'],
  ['parameters', '<function=f>', '<parameter=a>x</parameter>', '</function>'],
  ['keys without an end', '<tool_call>f', '<arg_key>a', ''],
  ['keys with values without an end', '<tool_call>f', '<arg_key>a</arg_key><arg_value>b', ''],
  ['keys with values', '<tool_call>f', '<arg_key>a</arg_key><arg_value>b</arg_value>', '</tool_call>'],
  ['invocations without an end', '<function_calls>', '<invoke name="f">', ''],
  ['parameters of an invocation', '<function_calls><invoke name="f">', '<parameter name="a">x</parameter>', '</invoke></function_calls>'],
  ['calls', '', CALL, ''],
  ['functions', '', '<function=f>{}</function>', ''],
  ['lines before a call', '', 'I will call it.\n', CALL],
  ['comments before a call', '', '/*', `*/\n${CALL}`],
  ['brackets before a call', '', '[', `\n${CALL}`],
  ['asterisks before a call', 'x', '*', `x\n${CALL}`],
])('of %s, twice as many cost about twice the work', (_, head, unit, tail) => {
  const textOf = (length: number): string => head + unit.repeat(length / unit.length) + tail;
  const [once, twice] = [64, 128].map((kilo) => workOf(() => whatTextHolds(textOf(kilo * 1024), () => true)));
  expect(twice).toBeLessThan(2.2 * (once ?? 0));
  expect(twice).toBeGreaterThan(0);
});

test('a pattern with the square of its text as cost is seen', () => {
  const work = workOf(() => [...'<a>'.repeat(100).matchAll(/<a>([\s\S]*?)<\/a>/g)]);
  expect(work).toBeGreaterThanOrEqual(300 ** 2);
});
