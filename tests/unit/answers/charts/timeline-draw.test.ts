import { describe, expect, it } from 'vitest';
import { SvgCanvas } from '../../../../src/answers/charts/svg-canvas.ts';
import { type TimelineFrame, drawTimeline, gutter, xOf } from '../../../../src/answers/charts/timeline-draw.ts';
import { HEADING_HEIGHT, type TimelineGroup } from '../../../../src/answers/charts/timeline-layout.ts';
import { PALETTE } from '../../../support/palette.ts';
import { timelineRows } from '../../../support/timeline-rows.ts';

const lane = (label: string, start: number, end: number) => ({ label, spans: [{ start, end, weight: 1 }] });
const cluster: TimelineGroup = {
  title: 'cluster_1 · 2 addresses, probably one emitter',
  short: 'cluster_1',
  series: 1,
  lanes: [lane('a', 0, 20), lane('b', 60, 80)],
};
const rest: TimelineGroup = { title: '1 address without a link', series: 0, lanes: [lane('c', 0, 100)] };
const WIDTH = 600;
const view = { start: 0, end: 100 };

function drawn(folded: readonly TimelineGroup[], change: Partial<TimelineFrame> = {}): string {
  const picked = [...(change.picked ?? [])];
  const { rows, height } = timelineRows(
    [cluster, rest],
    folded.map((group) => [cluster, rest].indexOf(group)),
    picked,
  );
  const canvas = new SvgCanvas();
  const fixed = { rows, view, relative: true, width: WIDTH, height: height + 24, scrollTop: 0 };
  drawTimeline(canvas, { ...fixed, hovered: null, keyed: null, brush: null, picked: new Set(), ...change }, PALETTE);
  return canvas.picture('t', WIDTH, fixed.height).svg;
}
/** Bars of the series in the heading of the cluster, by their left edge and width. */
const band = (svg: string): string[][] =>
  [
    ...svg.matchAll(new RegExp(`<rect x="([\\d.]+)" y="28" width="([\\d.]+)" height="${String(HEADING_HEIGHT - 9)}" fill="series1"`, 'g')),
  ].map(([, x = '', width = '']) => [x, width]);

describe('the drawing of a timeline', () => {
  it('marks times with notes on the axis and over the lanes, unless they are not visible', () => {
    const noted = (...notes: NonNullable<TimelineFrame['notes']>): string[] =>
      [...drawn([], { notes }).matchAll(/<rect x="([\d.]+)" y="18" width="([\d.]+)" height="3"/g)].map(
        ([, x, width]) => `${x ?? ''}+${width ?? ''}`,
      );
    const left = xOf(20, view, WIDTH);
    expect(noted({ start_ms: 20, end_ms: 40 })).toEqual([`${String(left)}+${String(xOf(40, view, WIDTH) - left)}`]);
    expect(noted({ start_ms: 20, end_ms: 20 }, { start_ms: 101, end_ms: 150 })).toEqual([`${String(left)}+3`]);
    expect(noted()).toEqual([]);
  });

  it('has a band for a cluster while any of its addresses was active, folded or not', () => {
    const bar = ((WIDTH - gutter(WIDTH)) * 0.2).toString();
    const bars = [
      [String(gutter(WIDTH)), bar],
      [xOf(60, view, WIDTH).toString(), bar],
    ];
    expect(band(drawn([]))).toEqual(bars);
    expect(band(drawn([cluster]))).toEqual(bars);
    expect(drawn([])).toMatch(/>a<.*>b<.*>c</s);
    expect(drawn([cluster])).not.toMatch(/>[ab]</);
    expect(drawn([cluster])).toContain('>c<');
  });

  it('states the name of a cluster, and how many addresses it has and are selected', () => {
    expect(drawn([cluster])).toContain('>cluster_1 · 2</text>');
    expect(drawn([cluster], { picked: new Set(['b']) })).toContain('>cluster_1 · 1 of 2</text>');
    const all = drawn([cluster], { picked: new Set(['a', 'b']) });
    expect(all).toContain('>cluster_1 · 2</text>');
    expect(all).toContain(`y="24" width="${String(WIDTH)}" height="${String(HEADING_HEIGHT)}" fill="chosen"`);
    expect(drawn([])).toContain('>1 address without a link</text>');
  });

  it('has spans of less than two pixels drawn once, with the largest weight', () => {
    const spans = Array.from({ length: 1000 }, (_, at) => ({ start: at * 4, end: at * 4 + 1, weight: at === 500 ? 1 : 0.2 }));
    const crowded: TimelineGroup = { title: 'x', series: 0, lanes: [{ label: 'l', spans }] };
    const svg = drawn([], { rows: timelineRows([crowded]).rows, view: { start: 0, end: 4000 } });
    const bars = svg.match(/height="10" fill="none"[^/]*/g) ?? [];
    expect(bars.length).toBeLessThan((WIDTH - gutter(WIDTH)) / 2 + 2);
    expect(bars.length).toBeGreaterThan(100);
    expect(bars.filter((bar) => !bar.includes('fill-opacity'))).toHaveLength(1);
  });

  it('has space for the time in the narrowest chart', () => {
    expect([gutter(2000), gutter(1000), gutter(800), gutter(400), gutter(195)]).toEqual([400, 270, 148, 124, 88]);
  });

  it('says beside an address what the device is, and in a narrow chart in place of all but its end', () => {
    const words = '“Heart rate sensor of the third floor”, Garmin Edge';
    const rows = timelineRows([
      { title: 'x', series: 0, lanes: [lane('5D:55:FD:9D:BE:14', 0, 20), lane('60:FC:20:5F:6F:AF', 0, 20)] },
    ]).rows;
    const texts = (width: number): string[] => {
      const svg = drawn([], { width, rows: rows.map((row, at) => (at === 1 ? { ...row, words } : row)) });
      return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
    };
    const wide = texts(1600);
    expect(wide).toContain('5D:55:FD:9D:BE:14');
    expect(wide.some((text) => text.startsWith('“Heart rate sensor') && text.endsWith('…'))).toBe(true);
    expect(texts(600)).toEqual(expect.arrayContaining(['5D:55:FD:9D:BE:14', '60:FC:20:5F:6F:AF']));
    const narrow = texts(400);
    expect(narrow.some((text) => /^“Heart.*… BE:14$/.test(text))).toBe(true);
    expect(narrow).not.toContain('5D:55:FD:9D:BE:14');
    expect(narrow).toContain('60:FC:20:5F:6F:AF');
  });
});
