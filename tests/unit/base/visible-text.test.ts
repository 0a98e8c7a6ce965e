import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, visiblePieces, visibleString } from '../../../src/base/visible-text.ts';

const unseen = /[\p{Cc}\p{Cf}\p{Cs}]/u;

describe('visible text', () => {
  it('leaves ordinary names unchanged', () => {
    expect(visibleString('Küche – 寝室 🎧')).toBe('Küche – 寝室 🎧');
    expect(visiblePieces('plain')).toEqual([{ text: 'plain', hidden: false }]);
  });

  it('shows characters that reorder or hide text as code points', () => {
    expect(visibleString('gpj.\u202eexe')).toBe('gpj.⟨U+202E⟩exe');
    expect(visibleString('a\u200bb\u0000c')).toBe('a⟨U+200B⟩b⟨U+0000⟩c');
    expect(visibleString('tag\u{e0041}')).toBe('tag⟨U+E0041⟩');
    expect(visibleString('half \ud800!')).toBe('half ⟨U+D800⟩!');
  });

  it('allows the zero-width joiner only between emoji', () => {
    expect(visibleString('Buds 👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥')).toBe('Buds 👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥');
    expect(visibleString('pay\u200dpal 👨\u200d')).toBe('pay⟨U+200D⟩pal 👨⟨U+200D⟩');
    expect(visibleString('©\u200d® 1\u200d2')).toBe('©⟨U+200D⟩® 1⟨U+200D⟩2');
  });

  it('keeps line breaks only if they are layout', () => {
    expect(visiblePieces('a\nb\u200b', true).map((piece) => piece.text)).toEqual(['a\nb', 'U+200B']);
    expect(visibleString('a\nb')).toBe('a⟨U+000A⟩b');
  });

  it('never returns an invisible character, for any text', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0x10ffff })), (points) => {
        const text = String.fromCodePoint(...points);
        expect(
          unseen.test(
            visibleString(text).replaceAll(
              /(?<=\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/gu,
              '',
            ),
          ),
        ).toBe(false);
      }),
    );
  });

  it('clips between characters and says how much is missing', () => {
    expect(clip('abc', 3)).toBe('abc');
    expect(clip('abcdef', 4)).toBe('abcd… (2 more characters)');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
        expect(clip(text, limit).isWellFormed()).toBe(true);
      }),
    );
  });
});
