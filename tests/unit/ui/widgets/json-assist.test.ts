import { json } from '@codemirror/lang-json';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { placeAt } from '../../../../src/ui/widgets/json-assist.ts';

/** The place of the bar in a text. */
function at(marked: string) {
  const pos = marked.indexOf('|');
  const place = placeAt(EditorState.create({ doc: marked.replace('|', ''), extensions: [json()] }), pos, -1);
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
