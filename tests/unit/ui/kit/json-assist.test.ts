import { json } from '@codemirror/lang-json';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { jsonOffers, type JsonPlace, placeAt } from '../../../../src/ui/kit/json-assist.ts';

/** A text that is read to its end, however busy the machine is. */
function read(doc: string): EditorState {
  const state = EditorState.create({ doc, extensions: [json()] });
  ensureSyntaxTree(state, doc.length, 60_000);
  return state.update({}).state;
}

/** The place of the bar in a text. */
function at(marked: string) {
  const pos = marked.indexOf('|');
  const place = placeAt(read(marked.replace('|', '')), pos, -1);
  return place && { path: place.path, at: place.at, taken: place.taken };
}

describe('a place in a JSON text', () => {
  it('is the value that the cursor is at', () => {
    expect(at('{"a": {"b": [1, 23|]}}')).toEqual({ path: ['a', 'b', 1], at: 'value', taken: [] });
    expect(at('{"a": "x|"}')).toEqual({ path: ['a'], at: 'value', taken: [] });
  });

  it('is a name among those that the object has', () => {
    expect(at('{"a": 1, "b|": 2}')).toEqual({ path: [], at: 'key', taken: ['a', 'b'] });
    expect(at('{"o": {"a": 1, |}}')).toEqual({ path: ['o'], at: 'key', taken: ['a'] });
  });

  it('is known in a text that is not finished', () => {
    expect(at('{"a": |')).toEqual({ path: ['a'], at: 'value', taken: [] });
    expect(at('{"a": [1, |')).toEqual({ path: ['a', 1], at: 'value', taken: [] });
    expect(at('{"o": {"a": 1, |')).toMatchObject({ path: ['o'], at: 'key' });
  });
});

describe('what can stand at a place of a JSON text', () => {
  const assist = {
    suggest: ({ at, taken }: JsonPlace) =>
      at === 'key'
        ? [{ text: 'alpha', value: '0.05' }, { text: 'beta' }].filter(({ text }) => !taken.includes(text))
        : [{ text: '"x"' }, { text: '"y"' }],
    describe: () => '',
  };
  const offered = (marked: string, asked = true) => {
    const pos = marked.indexOf('|');
    return jsonOffers(read(marked.replace('|', '')), pos, asked, assist);
  };

  it('is a member that is missing, with what it starts with selected', () => {
    expect(offered('{"alpha": 1, "b|"}')).toMatchObject({
      from: 13,
      to: 16,
      options: [{ label: '"beta"', insert: '"beta": null', select: [8, 12] }],
    });
  });

  it('is the name alone where a colon is behind it', () => {
    expect(offered('{"a|": 1}')?.options[0]).toEqual({ label: '"alpha"', detail: undefined, info: undefined });
  });

  it('is every value where one that could stay is written', () => {
    expect(offered('{"alpha": "x|"}')).toMatchObject({ all: true, options: [{ label: '"x"' }, { label: '"y"' }] });
    expect(offered('{"alpha": "z|"}')).toMatchObject({ all: false });
  });

  it('waits between values until somebody asks', () => {
    expect(offered('{"alpha": |}', false)).toBeNull();
    expect(offered('{"alpha": |}')?.options).toHaveLength(2);
  });

  it('is told of the value of a name that the pointer is over, from either side', () => {
    const state = read('{"a": {"b": 1}}');
    expect([-1, 1].map((side) => placeAt(state, 8, side as -1 | 1)?.about)).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });
});
