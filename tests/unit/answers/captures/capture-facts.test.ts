import { describe, expect, it } from 'vitest';
import { describeChannels, describeFormat, describeSpan, otherTimes, sameFile } from '../../../../src/answers/captures/capture-facts.ts';
import { captureInfo } from '../../../support/fake-data.ts';

const capture = captureInfo('lab.pcapng');

describe('facts of a capture', () => {
  it('contain container and link types', () => {
    expect(describeFormat(capture)).toBe('pcapng · nRF Sniffer (272)');
    expect(describeFormat({ ...capture, format: 'csv', link_types: [] })).toBe('csv');
    expect(describeFormat({ ...capture, link_types: [256, 1] })).toBe('pcapng · BLE link layer with radio header (256) · link type 1');
  });

  it('contain the span with its zone, or why there is none', () => {
    expect(describeSpan(capture)).toEqual({ span: '2020-05-07 16:48:09 – 17:31:10 UTC', length: '43 min 1 s' });
    expect(describeSpan({ ...capture, time_base: 'relative' }).span).toContain('no wall clock');
    expect(describeSpan({ ...capture, time_range: null, row_count: 0 })).toEqual({ span: 'no rows', length: '' });
    expect(describeSpan({ ...capture, time_range: null })).toEqual({ span: 'no time column', length: '' });
  });

  it('have consecutive channels joined', () => {
    expect(describeChannels(['39', '37', '38'])).toBe('37–39');
    expect(describeChannels(['0', '1', '5'])).toBe('0, 1, 5');
    expect(describeChannels(['rx-north', 'rx-south'])).toBe('rx-north, rx-south');
  });

  it('offer the times before and after a loaded time window, of the same length, and all rows', () => {
    const keep = { crc_ok_only: true };
    const of = (start_ms: number, end_ms: number) => ({ keep: { ...keep, time_window: { start_ms, end_ms } } });
    expect(otherTimes(capture)).toEqual([]);
    expect(otherTimes({ ...capture, choice: { keep } })).toEqual([]);
    expect(otherTimes({ ...capture, choice: of(1_000, 1_999) }).map(({ choice }) => choice)).toEqual([
      of(0, 999),
      of(2_000, 2_999),
      { keep },
    ]);
    const alone = otherTimes({ ...capture, choice: { keep: { time_window: { start_ms: 1, end_ms: 2 } } } });
    expect(alone.at(-1)?.choice).toEqual({ keep: undefined });
  });

  it('identify an earlier capture of the same file, but not another capture of the same archive', () => {
    const again = { ...capture, capture_id: 'lab_2', file_name: 'copy of lab.pcapng' };
    expect(sameFile(again, [capture, again])).toBe(capture.capture_id);
    expect(sameFile(capture, [capture, again])).toBeNull();
    const other = { ...again, row_count: capture.row_count + 1 };
    expect(sameFile(other, [capture, other])).toBeNull();
    expect(sameFile({ ...again, sha256: '1'.repeat(64) }, [capture])).toBeNull();
  });
});
