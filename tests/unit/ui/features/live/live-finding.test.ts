import { expect, it } from 'vitest';
import { liveFinding } from '../../../../../src/ui/features/live/live-finding.ts';

const now = Date.parse('2026-01-01T00:01:00Z');
const traces = [
  // The loudest that it ever was lies before what is drawn.
  { key: 'AA:01', at_ms: [now - 40_000, now - 12_400, now], rssi: [-20, -60, -70] },
  { key: 'AA:02', at_ms: [now - 1000], rssi: [-55] },
  { key: 'AA:03', at_ms: [now - 31_000], rssi: [-30] },
];

it('says who is heard loudest of how many, and over which seconds', () => {
  expect(liveFinding({ traces, now, total: 12 }, 30_000, true)).toBe(
    'AA:02 is the loudest of those drawn, up to −55 dBm: 2 of 12 devices drawn, over the last 13 s',
  );
  expect(liveFinding({ traces: traces.slice(1, 2), now, total: 1 }, 30_000, false)).toBe(
    'AA:02 is the loudest, up to −55 dBm: 1 device, over its last 1 s',
  );
  expect(liveFinding({ traces: traces.slice(2), now: now - 10_000, total: 3 }, 30_000, true)).toContain(
    'AA:03 is the loudest of those drawn, up to −30 dBm',
  );
});

it('shortens an opaque id, and says where nobody was heard', () => {
  const id = { key: 'q83vEjRWeJq83vEjRWeJqw==', at_ms: [now], rssi: [-41] };
  expect(liveFinding({ traces: [id], now, total: 1 }, 30_000, true)).toMatch(/^id q83vEjRW is the loudest/);
  // Others may have been: only the loudest few are drawn.
  expect(liveFinding({ traces, now: now + 60_000, total: 12 }, 30_000, true)).toBe('None of the devices drawn was heard in the last 30 s');
  expect(liveFinding({ traces: [], now, total: 0 }, 30_000, false)).toBe('No device was heard in its last 30 s');
});
