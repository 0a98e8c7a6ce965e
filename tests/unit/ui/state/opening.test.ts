import { describe, expect, it, vi } from 'vitest';
import { abortError, WorkbenchError } from '../../../../src/base/failure.ts';
import type { FilePreview } from '../../../../src/tables/preview.ts';
import { AppState } from '../../../../src/ui/state/app.svelte.ts';
import { LookedAt, lookAll } from '../../../../src/ui/state/look.svelte.ts';
import type { PreviewOfFile } from '../../../../src/workbench/port.ts';
import { stubWindow } from '../../../support/stub-window.ts';
import { fakePort } from '../../../support/fake-port.ts';

const file = (name: string): File => new File(['x'], name);
const NONE = Promise.resolve([]);
const preview = (seen: Partial<FilePreview>): PreviewOfFile => ({ unsure: false, rows: [], ...seen }) as PreviewOfFile;

function setUp(unsure: readonly string[]) {
  const port = fakePort();
  const looked: string[] = [];
  port.preview = (it) => {
    looked.push(it.name);
    return Promise.resolve(preview({ unsure: unsure.includes(it.name) }));
  };
  stubWindow();
  const app = new AppState(port);
  app.connect();
  const opened = (): string[] => port.captures().map(({ file_name }) => file_name);
  return { app, port, looked, opened };
}

describe('files on their way in', () => {
  it('opens captures without a look', async () => {
    const { app, looked, opened } = setUp([]);
    app.opening.open([file('a.pcap'), file('b.pcapng.gz')], NONE);
    await expect.poll(() => opened()).toHaveLength(2);
    expect([looked, app.opening.request]).toEqual([[], null]);
  });

  it('does not open a file whose look was ended', async () => {
    const { app, port, opened } = setUp([]);
    port.preview = ({ name }) => Promise.reject(name === 't.csv' ? abortError('looking') : new Error('too large to look'));
    app.opening.open([file('t.csv'), file('u.csv')], NONE);
    await expect.poll(() => opened()).toEqual(['u.csv']);
    const looked = new LookedAt(file('t.csv'), port);
    await looked.look();
    expect([looked.failure?.code, looked.included]).toEqual(['CANCELLED', false]);
  });

  it('asks about a table whose time is unsure, and lets the others in', async () => {
    const { app, looked, opened } = setUp(['t.csv']);
    app.opening.open([file('t.csv'), file('a.pcap'), file('u.parquet')], NONE);
    await expect.poll(() => app.opening.request?.files.map(({ name }) => name)).toEqual(['t.csv']);
    expect([looked, opened(), app.opening.request?.asked]).toEqual([['t.csv', 'u.parquet'], ['a.pcap', 'u.parquet'], false]);
  });

  it('shows what was asked for without opening it, and adds what comes meanwhile', async () => {
    const { app, opened } = setUp(['t.csv']);
    app.opening.look([file('a.pcap')], NONE);
    app.opening.open([file('t.csv')], NONE);
    await expect.poll(() => app.opening.request?.files.map(({ name }) => name)).toEqual(['a.pcap', 't.csv']);
    expect([opened(), app.opening.request?.asked]).toEqual([[], true]);
  });
});

it.each(['open', 'look'] as const)('reports what stops files from being gathered: %s', async (use) => {
  const { app, port } = setUp([]);
  port.gather = () => Promise.reject(new Error('the reader did not load'));
  app.opening[use]([file('a.parquet')], NONE);
  await expect.poll(() => app.workbench.failed.map(({ message }) => message)).toEqual(['the reader did not load']);
});

it('opens the other files where one cannot be read', async () => {
  const { app, opened } = setUp([]);
  const gone = file('gone.json');
  const blob = new Blob();
  blob.text = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  gone.slice = () => blob;
  app.opening.open([gone, file('a.pcap')], NONE);
  await expect.poll(() => opened()).toContain('a.pcap');
});

describe('a file that is looked into', () => {
  it('takes what was left open as said once it was shown', async () => {
    const reading = { time_column: 'first_seen', time_form: 'iso' } as const;
    const looked = new LookedAt(file('t.csv'), { preview: () => Promise.resolve(preview({ unsure: true, reading })) });
    await looked.look();
    expect(looked.chosen.choice).toEqual({ reading });
  });

  it('keeps what was shown where something said does not fit', async () => {
    const port = {
      preview: vi.fn().mockResolvedValueOnce(preview({})).mockRejectedValueOnce(new WorkbenchError('BAD_READING', 'expected a zone')),
    };
    const looked = new LookedAt(file('t.csv'), port);
    await looked.look();
    await looked.look({ zone: 'Moon' });
    expect([looked.preview !== null, looked.failure, looked.hopeless, looked.included]).toEqual([
      true,
      { code: 'BAD_READING', message: 'expected a zone' },
      false,
      true,
    ]);
    expect(looked.chosen.choice).toBeUndefined();
  });

  it('leaves out what nobody can read, and no longer looks once the person has gone', async () => {
    const port = { preview: vi.fn().mockRejectedValue(new WorkbenchError('UNREADABLE_FILE', 'expected a capture')) };
    const files = [new LookedAt(file('a'), port), new LookedAt(file('b'), port), new LookedAt(file('c'), port)];
    await lookAll(files, () => port.preview.mock.calls.length >= 2);
    expect(files.map(({ included, looking }) => [included, looking])).toEqual([[false, false], [false, false], [true, true]]); // prettier-ignore
    expect(port.preview).toHaveBeenCalledTimes(2);
  });
});
