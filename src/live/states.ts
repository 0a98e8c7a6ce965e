/** State of a scan. `silent` means that it runs but has received nothing for a while. */
export type LiveState =
  'idle' | 'unsupported' | 'flag_off' | 'adapter_off' | 'asking' | 'silent' | 'receiving' | 'paused' | 'unplugged' | 'stopped';

export type LiveEvent =
  | 'no_support'
  | 'no_flag'
  | 'no_adapter'
  | 'ask'
  | 'granted'
  | 'refused'
  | 'heard'
  | 'quiet'
  | 'focus_lost'
  | 'resumed'
  | 'unplugged'
  | 'plugged'
  | 'stop';

type Row = Readonly<Partial<Record<LiveEvent, LiveState>>>;

const BEFORE: Row = { no_support: 'unsupported', no_flag: 'flag_off', no_adapter: 'adapter_off', ask: 'asking' };
const RUNNING: Row = { focus_lost: 'paused', unplugged: 'unplugged', stop: 'stopped' };

export const TRANSITIONS: Readonly<Record<LiveState, Row>> = {
  idle: BEFORE,
  unsupported: BEFORE,
  flag_off: BEFORE,
  adapter_off: BEFORE,
  asking: { granted: 'silent', refused: 'idle', no_adapter: 'adapter_off', stop: 'stopped' },
  silent: { ...RUNNING, heard: 'receiving' },
  receiving: { ...RUNNING, quiet: 'silent' },
  paused: { resumed: 'silent', stop: 'stopped' },
  unplugged: { plugged: 'silent', stop: 'stopped' },
  stopped: BEFORE,
};

export const nextState = (state: LiveState, event: LiveEvent): LiveState => TRANSITIONS[state][event] ?? state;

/** Whether a scan runs in this state, even if it receives nothing at the moment. */
export const isActive = (state: LiveState): boolean => TRANSITIONS[state].stop !== undefined;
