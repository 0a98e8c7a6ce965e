import { describe, expect, it } from 'vitest';
import { SvgCanvas } from '../../../../src/answers/charts/svg-canvas.ts';
import { type TimelinePalette, drawTimeline } from '../../../../src/answers/charts/timeline-draw.ts';
import { timelineRows } from '../../../support/timeline-rows.ts';

const palette: TimelinePalette = {
  surface: '#fff',
  band: '#eee',
  text: '#000',
  muted: '#777',
  line: '#ddd',
  accent: '#00f',
  chosen: '#eef',
  series: ['#888', '#123456'],
  face: '"Segoe UI", sans-serif',
  mono: 'monospace',
};

describe('a canvas that writes SVG', () => {
  it('escapes any device name', () => {
    const canvas = new SvgCanvas();
    canvas.font = '600 12px "A", serif';
    canvas.fillText('<script>&\'"\u0000\uD800 🎧', 1.006, 2);
    const { svg } = canvas.picture('a < b', 10, 20);
    expect(svg).toContain('style="font:600 12px &quot;A&quot;, serif"');
    expect(svg).toContain('>&lt;script&gt;&amp;&#39;&quot; 🎧</text>');
    expect(svg).toContain('<title>a &lt; b</title>');
    expect(svg).toContain('x="1.01" y="2"');
  });

  it('compresses text that is too long and omits empty rectangles', () => {
    const canvas = new SvgCanvas();
    canvas.fillText('abcdefghij', 0, 0, 30);
    canvas.fillText('abc', 0, 0, 30);
    canvas.fillRect(0, 0, -3, 5);
    const { svg } = canvas.picture('', 1, 1);
    expect(svg.match(/textLength="30"/g)).toHaveLength(1);
    expect(svg).not.toContain('<rect');
  });

  it('draws a timeline with all of its lanes and segments', () => {
    const lanes = Array.from({ length: 150 }, (_, at) => ({
      label: `lane ${String(at)}`,
      spans: [{ start: at, end: at + 5, weight: 0.5 }],
    }));
    const { rows, height: all } = timelineRows([{ title: 'all', series: 1, lanes }]);
    const canvas = new SvgCanvas();
    const frame = {
      relative: true,
      width: 600,
      height: all + 24,
      scrollTop: 0,
      hovered: null,
      keyed: null,
      brush: null,
      picked: new Set<string>(),
    };
    drawTimeline(canvas, { rows, view: { start: 0, end: 305 }, ...frame }, palette);
    const { svg, height } = canvas.picture('lanes', 600, frame.height);
    expect(svg.match(/>lane \d+<\/text>/g)).toHaveLength(150);
    expect(svg.match(/height="10" fill="#123456" fill-opacity="0.73"/g)).toHaveLength(150);
    expect(height).toBe(all + 24);
  });
});
