import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wiresharkCommand } from '../../../../src/answers/packets/frame.ts';
import { captureInfo } from '../../../support/fake-data.ts';

const of = (file_name: string, windows = false): string =>
  wiresharkCommand({ ...captureInfo('lab.pcap'), format: 'pcap', file_name }, 12, windows);

it('the command quotes the file name for a shell', () => {
  expect(of('lab.pcap')).toBe('wireshark -r lab.pcap -g 12');
  expect(of("Bob's lab $(reboot).pcap")).toBe(String.raw`wireshark -r 'Bob'\''s lab $(reboot).pcap' -g 12`);
  expect(of('my lab.pcap', true)).toBe('wireshark -r "my lab.pcap" -g 12');
});

it('there is no command if the name cannot be quoted safely', () => {
  expect(of('a\u001b[201~.pcap')).toBe('');
  expect(of('a\nb.pcap')).toBe('');
  expect(of('archive.zip/a.pcap')).toBe('');
  expect(of('%PATH%.pcap', true)).toBe('');
  expect(of('$(x).pcap', true)).toBe('');
  expect(wiresharkCommand({ ...captureInfo('a.csv'), format: 'csv', file_name: 'a.csv' }, 12, false)).toBe('');
});

it('a shell reads any name back unchanged', () => {
  const sign = fc.oneof(
    fc.constantFrom(...`'"\`$\\ !*?[]{}()<>|&;#~=%-`.split('')),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  );
  fc.assert(
    fc.property(fc.array(sign, { minLength: 1, maxLength: 12 }), (signs) => {
      const name = signs.join('');
      const command = of(name);
      if (command === '') return;
      const said = execFileSync('sh', ['-c', command.replace(/^wireshark/, String.raw`printf '%s\n'`)], { encoding: 'utf8' }).split('\n');
      expect(said).toEqual(['-r', name.startsWith('-') ? `./${name}` : name, '-g', '12', '']);
    }),
    { numRuns: 60 },
  );
});
