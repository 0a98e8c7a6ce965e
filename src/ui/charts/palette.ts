import type { TimelinePalette } from '../../answers/charts/timeline-draw.ts';

/**
 * A theme colour as resolved by the browser. In forced-colours mode the system's text colour would override an element's style; charts need
 * several colours, so they keep the theme's.
 */
export function colourOf(role: string, probe: HTMLElement): string {
  probe.style.setProperty('forced-color-adjust', 'none');
  probe.style.color = `var(--${role})`;
  return getComputedStyle(probe).color;
}

/** @param probe an invisible element of the page */
export function timelinePalette(probe: HTMLElement): TimelinePalette {
  const colour = (role: string): string => colourOf(role, probe);
  const style = getComputedStyle(document.documentElement);
  return {
    surface: colour('surface-1'),
    band: colour('surface-2'),
    text: colour('text-1'),
    muted: colour('text-3'),
    line: colour('line-1'),
    accent: colour('accent'),
    chosen: colour('accent-soft'),
    series: ['series-none', ...Array.from({ length: 8 }, (_, index) => `series-${String(index + 1)}`)].map(colour),
    face: style.getPropertyValue('--face'),
    mono: style.getPropertyValue('--mono'),
  };
}
