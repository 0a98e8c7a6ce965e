import { throwIfAborted } from '../../../base/failure.ts';
import { yieldToEventLoop } from '../../../base/yield-to-event-loop.ts';
import type { ToolCapabilities } from '../../definition.ts';

export type Work = Pick<ToolCapabilities, 'signal' | 'progress'>;

/** Number of pairs that are compared between two yields to the event loop: about 50 ms of work. */
const STRIDE = 2000;

/** Lets a long comparison be cancelled and show its progress. */
export class Pace {
  constructor(private readonly work: Work) {}

  due(done: number): boolean {
    return done % STRIDE === 0;
  }

  async report(done: number, total: number): Promise<void> {
    this.work.progress({ phase: 'comparing emitters', done, total, unit: 'pairs' });
    await this.yield();
  }

  /** Yields if enough work was done. @throws AbortError when the call was cancelled */
  async yield(): Promise<void> {
    await yieldToEventLoop();
    throwIfAborted(this.work.signal, 'the comparison');
  }
}
