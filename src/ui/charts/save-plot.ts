import { saveBlob } from '../widgets/save-text.ts';

/** Properties that the page's style sheets give to marks; a picture on its own has no style sheet. */
const DRAWN = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-family',
  'font-weight',
  'text-anchor',
];
const PNG_SCALE = 2;

/** The chart as a picture that stands alone: colours and faces of the theme it is drawn in, on its own ground. */
export function standaloneSvg(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true) as SVGSVGElement;
  const drawn = [chart, ...chart.querySelectorAll<SVGElement>('*')];
  for (const [at, element] of [copy, ...copy.querySelectorAll<SVGElement>('*')].entries()) {
    const source = drawn[at];
    if (source === undefined) continue;
    const style = getComputedStyle(source);
    element.removeAttribute('class');
    element.setAttribute('style', DRAWN.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'));
  }
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of [
    ['width', '100%'],
    ['height', '100%'],
    ['fill', colourOf('--surface-1')],
  ] as const)
    ground.setAttribute(name, value);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

export function saveSvg(chart: SVGSVGElement, name: string): void {
  saveBlob(new Blob([standaloneSvg(chart)], { type: 'image/svg+xml' }), `${name}.svg`);
}

/** Rejects where the browser draws no picture of it. */
export async function savePng(chart: SVGSVGElement, name: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([standaloneSvg(chart)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = chart.clientWidth * PNG_SCALE;
    canvas.height = chart.clientHeight * PNG_SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
    if (blob === null) throw new Error('the browser made no picture of the chart');
    saveBlob(blob, `${name}.png`);
  } finally {
    URL.revokeObjectURL(url);
  }
}

const colourOf = (role: string): string => getComputedStyle(document.documentElement).getPropertyValue(role).trim();
