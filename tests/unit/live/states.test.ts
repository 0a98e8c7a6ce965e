import { describe, expect, it } from 'vitest';
import { isActive, nextState, TRANSITIONS } from '../../../src/live/states.ts';
import type { LiveEvent, LiveState } from '../../../src/live/states.ts';
import { blockedBy, NO_RADIO, preflight } from '../../../src/live/preflight.ts';
import type { RadioFacts } from '../../../src/live/radio-host.ts';

const states = Object.keys(TRANSITIONS) as LiveState[];

describe('the states of a scan', () => {
  it('can all be reached from the start', () => {
    const seen = new Set<LiveState>(['idle']);
    for (const state of seen) for (const next of Object.values(TRANSITIONS[state])) seen.add(next);
    expect([...seen].sort()).toEqual([...states].sort());
  });

  it('lead from every one where something runs to the end, and from there to a new scan', () => {
    expect(states.filter(isActive)).toEqual(['asking', 'silent', 'receiving', 'paused', 'unplugged']);
    for (const state of states.filter(isActive)) expect(nextState(state, 'stop')).toBe('stopped');
    for (const state of states.filter((each) => !isActive(each))) expect(nextState(state, 'ask')).toBe('asking');
  });

  it.each<[string, LiveEvent[], LiveState]>([
    ['a scan that hears', ['ask', 'granted', 'heard'], 'receiving'],
    ['silence, and a sound again', ['ask', 'granted', 'heard', 'quiet', 'heard'], 'receiving'],
    ['the focus goes and comes back', ['ask', 'granted', 'heard', 'focus_lost', 'heard', 'resumed'], 'silent'],
    ['the dongle goes and comes back', ['ask', 'granted', 'unplugged', 'plugged'], 'silent'],
    ['a refusal', ['ask', 'refused'], 'idle'],
    ['nothing is heard after the end', ['ask', 'granted', 'stop', 'heard'], 'stopped'],
    ['a flag that is off', ['no_flag'], 'flag_off'],
  ])('%s', (_, events, expected) => {
    expect(events.reduce(nextState, 'idle')).toBe(expected);
  });
});

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const able: RadioFacts = {
  secure: true,
  serial: true,
  bluetooth: true,
  scans: true,
  watches: true,
  adapter: true,
  permission: 'prompt',
  agent: CHROME,
  storage: true,
  user_active: true,
};

/** What browsers without either interface have. */
const none = { bluetooth: false, scans: false, serial: false, watches: false, adapter: null } as const;
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';

describe('the preflight', () => {
  it('finds nothing in the way where all is there, and says what to know of the system', () => {
    const lines = preflight(able);
    expect(lines.filter(({ state }) => state === 'missing')).toEqual([]);
    expect(lines.find(({ id }) => id === 'system')).toMatchObject({ state: 'note', found: 'Linux' });
    for (const source of ['lescan', 'watch', 'serial'] as const) expect(blockedBy(lines, source)).toBeNull();
  });

  it.each([
    ['no Web Bluetooth', { bluetooth: false }, 'lescan', 'no_support', 'chrome://flags'],
    ['the flag off', { scans: false }, 'lescan', 'no_flag', 'chrome://flags'],
    ['the adapter off', { adapter: false }, 'watch', 'no_adapter', 'Switch Bluetooth on'],
    ['a block', { permission: 'denied' }, 'watch', 'no_support', 'site settings'],
    ['the flag off for chosen devices', { watches: false }, 'watch', 'no_flag', 'chrome://flags'],
    [
      'Firefox',
      { ...none, agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      'lescan',
      'no_support',
      'Chrome',
    ],
    ['Safari', { ...none, agent: SAFARI }, 'watch', 'no_support', 'Chrome'],
    ['an adapter of unknown state', { adapter: null }, 'lescan', 'no_adapter', 'Switch Bluetooth on'],
    ['another browser', { agent: 'Mozilla/5.0 Firefox/140.0', serial: false }, 'serial', 'no_support', 'Chrome'],
    ['plain http', { secure: false }, 'serial', 'no_support', 'https'],
  ] as const)('%s: names it with its remedy', (_, change, source, event, remedy) => {
    const blocked = blockedBy(preflight({ ...able, ...change }), source);
    expect(blocked?.event).toBe(event);
    expect(blocked?.line.remedy).toContain(remedy);
  });

  it.each([able, { ...able, ...none, secure: false, storage: false, permission: null }, NO_RADIO])(
    'has a remedy for each line that is not well, and no two lines for one thing',
    (facts) => {
      const lines = preflight(facts);
      for (const { state, remedy } of lines) expect(remedy === null).toBe(state === 'ok');
      expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    },
  );

  it('lets a dongle be used where Bluetooth is off', () => {
    expect(blockedBy(preflight({ ...able, ...none, serial: true }), 'serial')).toBeNull();
  });
});
