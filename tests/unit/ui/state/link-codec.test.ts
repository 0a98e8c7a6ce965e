import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VIEWS } from '../../../../src/ui/state/place.svelte.ts';
import { DEFAULT_VIEW, LONGEST_LINK, LONGEST_SQL, type LinkView, decodeView, encodeView } from '../../../../src/ui/state/link-codec.ts';

const text = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength }).map((value) => value.toWellFormed());
const ms = fc.integer({ min: 0, max: 4e12 });
const span = fc.option(fc.tuple(ms, ms).map(([one, other]) => ({ start_ms: Math.min(one, other), end_ms: Math.max(one, other) })));
const views: fc.Arbitrary<LinkView> = fc.record({
  captures: fc.array(fc.record({ file_name: text(40), sha256: fc.constantFrom('', '0123456789ab', 'ffffffffffff') }), { maxLength: 3 }),
  look: fc.option(fc.nat(20)),
  view: fc.constantFrom(...VIEWS),
  filter: fc.oneof(fc.constant(''), text(80)),
  sort: fc.option(fc.record({ column: text(30), descending: fc.boolean() })),
  time_range: span,
  visible: span,
  addresses: fc.array(text(20), { maxLength: 5 }),
  result: fc.constantFrom('summary', 'links', 'graph'),
  threshold: fc.integer({ min: 2, max: 99 }).map((percent) => percent / 100),
  pair: fc.option(fc.record({ from: text(20), to: text(20) })),
  packet: fc.option(fc.integer({ min: 1, max: 2 ** 32 - 1 })),
  sql: fc.oneof(fc.constant(''), text(200)),
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
        .array(fc.tuple(fc.constantFrom(...'clpmbtfswvarhekqz_'), fc.string({ maxLength: 30 })), { maxLength: 6 })
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
    ['view=1&p=cellar', `expected a view (${VIEWS.join(', ')}) after p=, found "cellar"`],
    ['view=1&b=cellar', 'expected views after b=, found "cellar"'],
    ['view=1&t=sql', 'expected packets, devices or columns after t=, found "sql"'],
    ['view=1&h=0.01', 'expected a probability from 0.02 to 0.99 after h=, found "0.01"'],
    ['view=1&h=1e-1', 'expected a probability from 0.02 to 0.99 after h=, found "1e-1"'],
    ['view=1&e=A', 'expected two addresses after e=, found "A"'],
    ['view=1&e=A!B!C', 'expected two addresses after e=, found "A!B!C"'],
    ['view=1&k=0', 'expected the number of a packet after k=, found "0"'],
    ['view=1&k=4294967296', 'expected the number of a packet after k=, found "4294967296"'],
    ['view=1&q=', 'expected a statement after q=, found ""'],
    [`view=1&q=${'x'.repeat(LONGEST_SQL + 1)}`, `expected a statement after q=, found "${'x'.repeat(40)}"`],
    ['view=1&v=1-99999999999999999', 'expected a window like 1000-2000 after v=, found "1-99999999999999999"'],
    ['view=1&f=%E0%A4%A', 'expected a filter after f=, found "%E0%A4%A"'],
    [
      `view=1&f=${'x'.repeat(LONGEST_LINK)}`,
      `expected a link of at most ${String(LONGEST_LINK)} characters, found ${String(LONGEST_LINK + 9)}`,
    ],
  ])('refuses %.40s', (fragment, error) => {
    expect(decodeView(fragment)).toEqual({ ok: false, error });
  });

  it.each([
    ['view=1&b=sql', 'sql'],
    ['view=1&m=invocation', 'calls'],
    ['view=1&p=traffic&t=devices', 'devices'],
    ['view=1&b=tools!audit', 'journal'],
  ])('shows what a link from before the rail showed: %s', (fragment, view) => {
    expect(decodeView(fragment)).toEqual({ ok: true, value: { ...DEFAULT_VIEW, view } });
  });

  it('leaves fragments of others alone', () => {
    expect(decodeView('')).toBeNull();
    expect(decodeView('top')).toBeNull();
  });

  it('stays a link however much is selected', () => {
    const addresses = Array.from({ length: 5000 }, (_, at) => `AA:BB:CC:DD:${String(at)}`);
    const view = { ...DEFAULT_VIEW, addresses, filter: 'rssi > -90' };
    expect(decodeView(encodeView(view))).toEqual({ ok: true, value: { ...view, addresses: [] } });
    const asked = { ...view, addresses: addresses.slice(0, 100), sql: 'é'.repeat(LONGEST_SQL) };
    expect(decodeView(encodeView(asked)), 'its statement goes first').toEqual({ ok: true, value: { ...asked, sql: '' } });
    expect(decodeView(encodeView({ ...DEFAULT_VIEW, sql: 'x'.repeat(LONGEST_SQL + 1) }))).toEqual({ ok: true, value: DEFAULT_VIEW });
    expect(encodeView({ ...view, filter: "'".repeat(4096), addresses: addresses.slice(0, 300) }).length).toBeLessThanOrEqual(LONGEST_LINK);
  });
});
