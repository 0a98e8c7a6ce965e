import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkbenchState } from '../../../../src/ui/state/workbench.svelte.ts';
import type { Activity } from '../../../../src/workbench/port.ts';
import { type FakePort, fakePort } from '../../../support/fake-port.ts';

const activity = (id: string, state: Activity['state'], message: string | null = null): Activity => ({
  id,
  title: `Opening ${id}`,
  state,
  progress: null,
  message,
  cancellable: false,
});

let port: FakePort;
let workbench: WorkbenchState;

beforeEach(() => {
  port = fakePort();
  workbench = new WorkbenchState(port);
  workbench.connect(() => undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('workbench state', () => {
  it('reads out that a text was copied, and keeps a refusal with the text in the list', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValueOnce().mockRejectedValueOnce(new Error('denied'));
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await workbench.copy('Copying the link', 'page#v=sql', 'Copied, without rows.');
    expect(writeText).toHaveBeenCalledWith('page#v=sql');
    expect(workbench.announcement).toBe('Copied, without rows.');
    expect(workbench.failed).toEqual([]);
    await workbench.copy('Copying the link', 'page#v=sql', 'Copied, without rows.');
    expect(workbench.failed.map(({ message }) => message)).toEqual(['The browser refused the clipboard: page#v=sql']);
  });

  it('tells how work ended, once', () => {
    port.setActivities([activity('a.pcap', 'running')]);
    expect(workbench.announcement).toBe('');
    port.setActivities([activity('a.pcap', 'failed', 'expected pcap, got text')]);
    expect(workbench.announcement).toBe('Opening a.pcap failed: expected pcap, got text');
    expect(workbench.failed).toHaveLength(1);
    workbench.dismiss('a.pcap');
    expect(workbench.activities).toEqual([]);
  });

  it('shows the policy that the core sends when it starts', () => {
    const policy = { ...port.policy.read(), allowedTools: ['capture_query'] };
    Object.assign(port.policy, { read: () => policy });
    port.bus.emit({ type: 'core', state: 'running' });
    expect(workbench.policy).toBe(policy);
  });

  it('says every end once, and leaves to a result what it says itself', () => {
    port.setActivities([activity('a.pcap', 'running'), activity('b.pcap', 'running'), { ...activity('tool', 'running'), reported: true }]);
    port.setActivities([activity('a.pcap', 'done'), activity('b.pcap', 'done'), { ...activity('tool', 'done'), reported: true }]);
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
    await port.whenReady();
    expect([workbench.engine, workbench.engineMessage]).toEqual(['ready', '']);
    const reason = 'The query engine could not be loaded.';
    port.bus.emit({ type: 'engine', state: { phase: 'failed', reason, attempt: 2, progress: null, retry_at_ms: 1000 } });
    expect([workbench.engine, workbench.engineMessage]).toEqual(['failed', reason]);
    port.bus.emit({ type: 'engine', state: port.engine() });
    expect([workbench.engine, workbench.engineMessage]).toEqual(['ready', '']);
  });

  it('says that the core starts again, and is ready once the new one answers', async () => {
    await port.whenReady();
    port.bus.emit({ type: 'core', state: 'restarting' });
    expect(workbench.engine).toBe('starting');
    expect(workbench.engineMessage).toContain('is restarting');
    port.bus.emit({ type: 'core', state: 'running' });
    await port.whenReady();
    expect([workbench.engine, workbench.engineMessage]).toEqual(['ready', '']);
  });

  it('says why the core is not ready', async () => {
    const broken = new WorkbenchState({ ...port, whenReady: () => Promise.reject(new Error('no kernels')) });
    broken.connect(() => undefined);
    await Promise.resolve();
    await Promise.resolve();
    expect([broken.engine, broken.engineMessage]).toEqual(['starting', 'no kernels']);
  });
});
