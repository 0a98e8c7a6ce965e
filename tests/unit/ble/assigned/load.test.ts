import { describe, expect, it } from 'vitest';
import { loadAssignedNames } from '../../../../src/ble/assigned/load.ts';

describe('assigned numbers', () => {
  it('finds names of companies, services and appearances, and none for unknown numbers', async () => {
    const names = await loadAssignedNames();
    expect(names.company(0x004c)).toBe('Apple, Inc.');
    expect(names.company(0x0006)).toBe('Microsoft');
    expect(names.company(0xfffe)).toBeUndefined();
    expect(names.service('180D')).toBe('Heart Rate');
    expect(names.service('180d')).toBe('Heart Rate');
    expect(names.service('__proto__')).toBeUndefined();
    expect(names.appearance(0x007f)).toBe('Phone');
    expect(names.appearance(0x0341)).toMatch(/^Heart Rate/);
  });
});
