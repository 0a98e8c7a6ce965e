import { expect, test } from 'vitest';
import { joinFiles } from '../../../../src/base/join-files.ts';
import { openFiles } from '../../../../src/core/captures/open-files.ts';
import type { ActivityOptions } from '../../../../src/core/activities.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';

test('a file that cannot be read is a failed activity, and the others open', async () => {
  const gone = new File(['x'], 'gone.pcap');
  const blob = new Blob();
  blob.text = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
  gone.slice = () => blob;
  const failed: string[] = [];
  const opened = await openFiles([gone, new File(['y'], 'there.pcap')], {
    activity: async (title, work) => {
      try {
        return await work({} as ActivityOptions);
      } catch (error) {
        failed.push(title);
        throw error;
      }
    },
    unpack: () => Promise.reject(new Error('no zip file')),
    join: joinFiles,
    gather: (files) => Promise.resolve(files),
    open: async ({ file }) => {
      await file.slice(0, 4).text();
      return { file_name: file.name } as CaptureInfo;
    },
  });
  expect(opened.map(({ file_name }) => file_name)).toEqual(['there.pcap']);
  expect(failed).toEqual(['Opening gone.pcap']);
});
