import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { captureId } from '../../../src/tables/capture-id.ts';

const free = (): boolean => false;

describe('captureId', () => {
  it.each([
    ['nrf52_capture_0.pcapng', 'nrf52_capture_0'],
    ['Lab Floor (2026).pcapng.gz', 'lab_floor_2026_'],
    ['20-05.pcap', 'c_20_05'],
    ['.pcap', 'c_'],
    ['ümlaut.csv', '_mlaut'],
    ['', 'c_'],
    ['C:\\captures\\a.b.c.csv', 'a'],
  ])('names %j %j', (name, id) => {
    expect(captureId(name, free)).toBe(id);
  });

  it('appends the next number if the name is taken', () => {
    const taken = new Set(['adv38', 'adv38_2']);
    expect(captureId('adv38.pcap', (id) => taken.has(id))).toBe('adv38_3');
  });

  it('never uses the name of the device names table', () => {
    expect(captureId('device names.csv', free)).toBe('device_names_2');
    expect(captureId('Device_Names.pcap', (id) => id === 'device_names_2')).toBe('device_names_3');
  });

  it('is an SQL identifier of at most 48 characters for any file name and taken ids', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'binary' }), fc.nat(3), (name, clashes) => {
        const taken = new Set<string>();
        for (let i = 0; i <= clashes; i++) taken.add(captureId(name, (id) => taken.has(id)));
        expect(taken.size).toBe(clashes + 1);
        for (const id of taken) expect(id).toMatch(/^[a-z_][a-z0-9_]{0,47}$/);
      }),
    );
  });
});
