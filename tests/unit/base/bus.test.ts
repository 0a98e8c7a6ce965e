import { describe, expect, it } from 'vitest';
import { createBus } from '../../../src/base/bus.ts';

type Happening = { type: 'a'; n: number } | { type: 'b' };

describe('createBus', () => {
  it('calls listeners of the type first, then those of all types, until they are removed', () => {
    const seen: string[] = [];
    const bus = createBus<Happening>(() => undefined);
    bus.on('*', (event) => seen.push(`* ${event.type}`));
    const leave = bus.on('a', (event) => seen.push(`a ${String(event.n)}`));
    bus.emit({ type: 'a', n: 1 });
    bus.emit({ type: 'b' });
    leave();
    bus.emit({ type: 'a', n: 2 });
    expect(seen).toEqual(['a 1', '* a', '* b', '* a']);
  });

  it('reports a listener that throws and continues with the next', () => {
    const failures: unknown[] = [];
    const seen: number[] = [];
    const bus = createBus<Happening>((error) => failures.push(error));
    bus.on('a', () => {
      throw new Error('mine');
    });
    bus.on('a', (event) => seen.push(event.n));
    bus.emit({ type: 'a', n: 7 });
    expect(seen).toEqual([7]);
    expect(failures).toHaveLength(1);
  });
});
