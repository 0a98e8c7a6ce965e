import { describe, expect, it } from 'vitest';
import { displayName } from '../../../../src/ble/ad/display-name.ts';

describe('names received by radio', () => {
  it.each([
    ['TestPhone1', 'TestPhone1'],
    ['Zoë’s Händy 手机 📱', 'Zoë’s Händy 手机 📱'],
    ['a\u202Egnp.exe', 'a⟨U+202E⟩gnp.exe'],
    ['\u001b[31mred', '⟨U+001B⟩[31mred'],
    ['pay\u200Bpal', 'pay⟨U+200B⟩pal'],
    ['a\u0000b\nc', 'a⟨U+0000⟩b⟨U+000A⟩c'],
    ['x\u{E0041}y', 'x⟨U+E0041⟩y'],
    ['\ud800lone', '⟨U+D800⟩lone'],
    ['<img src=x>', '<img src=x>'],
  ])('%j is drawn as %j', (raw, shown) => {
    expect(displayName(raw)).toBe(shown);
  });
});
