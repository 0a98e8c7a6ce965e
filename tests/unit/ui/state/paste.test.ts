import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonText } from '../../../../src/tools/contract/index.ts';
import { pastedCall } from '../../../../src/ui/state/paste.ts';

const CALL = '{"tool_name": "t", "arguments": {"text": "a,] ```", "list": [1.50, 2]}}';

describe('a pasted call', () => {
  it('comes out of a code fence with words around it, and without trailing commas', () => {
    const dirty = CALL.replace('2]', '2,\n]').replace(/}}$/, '}, }');
    expect(pastedCall(`Here it is:\n\`\`\`json\n${dirty}\n\`\`\`\nGood luck.`)).toEqual({
      text: CALL.replace('2]', '2\n]').replace(/}}$/, '} }'),
      note: 'Pasted without a code fence and 2 trailing commas.',
    });
    expect(pastedCall(`\uFEFF${CALL}`)).toEqual({ text: CALL, note: '' });
  });

  it('keeps a key given twice, so that it is told', () => {
    const twice = '{"tool_name": "a", "tool_name": "b"}';
    expect(pastedCall(twice)?.text).toBe(twice);
    expect(parseJsonText(twice).errors[0]?.message).toContain('expected every key once');
  });

  it('is none where JSON is broken, where it is a part, and where it is a list', () => {
    for (const text of ['', '{"tool_name": "a"', '"tool_name"', '{"alpha": 1}', '[{"tool_name": "a"}]', '```\n```', "{'tool_name': 'a'}"])
      expect(pastedCall(text)).toBeNull();
  });

  it('never fails, and what it takes has the values of what was pasted', () => {
    const parts = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"tool_name"',
      '"a"',
      '1.0',
      '\\',
      '"',
      '```',
      '\n',
      ' ',
      'x',
      '\uFEFF',
      'null',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (pieces) => {
        const call = pastedCall(pieces.join(''));
        if (call !== null) expect(parseJsonText(call.text).partial).toHaveProperty('tool_name');
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, fence) => {
        const text = JSON.stringify({ tool_name: 't', arguments: value }, null, 2);
        if (parseJsonText(text).errors.length > 0) return;
        const loose = text.replace(/([^{[,\s])(\n\s*[}\]])/g, '$1,$2');
        expect(parseJsonText(pastedCall(fence ? `\`\`\`json\n${loose}\n\`\`\`` : loose)?.text ?? '').value).toEqual(JSON.parse(text));
      }),
    );
  });
});
