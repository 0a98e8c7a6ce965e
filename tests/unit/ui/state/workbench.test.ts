import { beforeEach, describe, expect, it } from 'vitest';
import { WorkbenchState } from '../../../../src/ui/state/workbench.svelte.ts';
import type { Activity } from '../../../../src/ui/workbench.ts';
import { type FakePort, fakePort } from '../../../support/fake-port.ts';

const activity = (id: string, state: Activity['state'], message: string | null = null): Activity => ({
  id,
  title: `Opening ${id}`,
  state,
  progress: null,
  message,
  cancel: null,
});

let port: FakePort;
let workbench: WorkbenchState;

beforeEach(() => {
  port = fakePort();
  workbench = new WorkbenchState(port);
  workbench.connect(() => undefined);
});

describe('workbench state', () => {
  it('tells how work ended, once', () => {
    port.setActivities([activity('a.pcap', 'running')]);
    expect(workbench.announcement).toBe('');
    port.setActivities([activity('a.pcap', 'failed', 'expected pcap, got text')]);
    expect(workbench.announcement).toBe('Opening a.pcap failed: expected pcap, got text');
    expect(workbench.failed).toHaveLength(1);
    workbench.dismiss('a.pcap');
    expect(workbench.activities).toEqual([]);
  });

  it('says every end once, and leaves to a result what it says itself', () => {
    port.setActivities([activity('a.pcap', 'running'), activity('b.pcap', 'running'), { ...activity('tool', 'running'), told: true }]);
    port.setActivities([activity('a.pcap', 'done'), activity('b.pcap', 'done'), { ...activity('tool', 'done'), told: true }]);
    expect(workbench.announcement).toBe('Opening a.pcap finished. Opening b.pcap finished');
    const { said } = workbench;
    workbench.announcement = said.words;
    expect(workbench.said).not.toBe(said);
  });

  it('shows a refused call that no activity tells about', async () => {
    port.open = () => Promise.reject(new Error('expected a file, got nothing'));
    await workbench.open([new File([], 'x')]);
    expect(workbench.failed.map((each) => each.message)).toEqual(['expected a file, got nothing']);
    workbench.dismissEnded();
    expect(workbench.failed).toEqual([]);
  });

  it('does not say twice what the activity list says', async () => {
    port.open = () => {
      port.setActivities([activity('x', 'failed', 'expected pcap, got text')]);
      return Promise.reject(new Error('expected pcap, got text'));
    };
    await workbench.open([new File([], 'x')]);
    expect(workbench.failed).toHaveLength(1);
  });

  it('is silent about what the person cancelled', async () => {
    port.open = () => Promise.reject(new DOMException('stop', 'AbortError'));
    await workbench.open([new File([], 'x')]);
    expect(workbench.activities).toEqual([]);
  });

  it('knows when the engine is up, or why it is not', async () => {
    await port.ready;
    expect(workbench.engine).toBe('ready');
    const broken = new WorkbenchState({ ...port, ready: Promise.reject(new Error('no wasm')) });
    broken.connect(() => undefined);
    await Promise.resolve();
    await Promise.resolve();
    expect(broken.engine).toBe('failed');
    expect(broken.engineMessage).toBe('no wasm');
  });
});
