import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_VIEW, LONGEST_LINK, type LinkView, decodeView, encodeView } from '../../../../src/ui/state/link-codec.ts';

const text = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength }).map((value) => value.toWellFormed());
const panel = fc.constantFrom('captures', 'tools', 'invocation', 'traffic', 'sql', 'result', 'audit', null);
const ms = fc.integer({ min: 0, max: 4e12 });
const views: fc.Arbitrary<LinkView> = fc.record({
  captures: fc.array(fc.record({ file_name: text(40), sha256: fc.constantFrom('', '0123456789ab', 'ffffffffffff') }), { maxLength: 3 }),
  look: fc.option(fc.nat(20)),
  panel,
  maximised: panel,
  tab: fc.constantFrom('packets', 'devices', 'columns'),
  filter: fc.oneof(fc.constant(''), text(80)),
  sort: fc.option(fc.record({ column: text(30), descending: fc.boolean() })),
  time_range: fc.option(fc.tuple(ms, ms).map(([one, other]) => ({ start_ms: Math.min(one, other), end_ms: Math.max(one, other) }))),
  addresses: fc.array(text(20), { maxLength: 5 }),
  result: fc.constantFrom('summary', 'links', 'graph'),
});

describe('a view as a link', () => {
  it('comes back as it was', () => {
    fc.assert(
      fc.property(views, (view) => {
        expect(decodeView(encodeView(view))).toEqual({ ok: true, value: view });
      }),
    );
  });

  it('survives what browsers and chats do to links: only characters that need no further escape', () => {
    fc.assert(fc.property(views, (view) => /^[\w\-.%!&=:]*$/.test(encodeView(view))));
  });

  it('answers anything with a view or one sentence, and never throws', () => {
    const garbage = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc
        .array(fc.tuple(fc.constantFrom(...'clpmtfswarz_'), fc.string({ maxLength: 30 })), { maxLength: 6 })
        .map((parts) => parts.map((part) => part.join('=')).join('&')),
    );
    fc.assert(
      fc.property(garbage, (rest) => {
        const read = decodeView(`view=1&${rest}`);
        return read !== null && (read.ok ? decodeView(encodeView(read.value))?.ok === true : read.error.startsWith('expected'));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['view=2', 'expected a view of version 1, found "2"'],
    ['view=1&x=1', 'expected parts like f=…, found "x=1"'],
    ['view=1&__proto__=1', 'expected parts like f=…, found "__proto__=1"'],
    ['view=1&t=devices&t=packets', 'expected the part t once, found it twice'],
    ['view=1&t=else', 'expected packets, devices or columns after t=, found "else"'],
    ['view=1&w=9-1', 'expected a window like 1000-2000 after w=, found "9-1"'],
    ['view=1&f=%E0%A4%A', 'expected a filter after f=, found "%E0%A4%A"'],
    [
      `view=1&f=${'x'.repeat(LONGEST_LINK)}`,
      `expected a link of at most ${String(LONGEST_LINK)} characters, found ${String(LONGEST_LINK + 9)}`,
    ],
  ])('refuses %.40s', (fragment, error) => {
    expect(decodeView(fragment)).toEqual({ ok: false, error });
  });

  it('leaves fragments of others alone', () => {
    expect(decodeView('')).toBeNull();
    expect(decodeView('top')).toBeNull();
  });

  it('stays a link however much is selected', () => {
    const addresses = Array.from({ length: 5000 }, (_, at) => `AA:BB:CC:DD:${String(at)}`);
    const view = { ...DEFAULT_VIEW, addresses, filter: 'rssi > -90' };
    expect(decodeView(encodeView(view))).toEqual({ ok: true, value: { ...view, addresses: [] } });
    expect(encodeView({ ...view, filter: "'".repeat(4096), addresses: addresses.slice(0, 300) }).length).toBeLessThanOrEqual(LONGEST_LINK);
  });
});
