import { abortError, throwIfAborted } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import { saveBlob } from '../kit/save-text.ts';
import type { Picture } from '../../answers/charts/svg-canvas.ts';

/** Properties that style sheets set on marks; a saved picture has no style sheet, so they are copied. */
const DRAWN = [
  'fill',
  'fill-opacity',
  'opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-opacity',
  'font-size',
  'font-family',
  'font-weight',
  'text-anchor',
];
const PNG_SCALE = 2;
/** Name of the operation, for the error when a person cancels saving a picture. */
const WHAT = 'saving the picture';
/** Maximum number of pixels per side of a PNG that the canvas of every browser supports. */
const PNG_SIDE = 16_000;

/** The chart as a self-contained picture: colours and fonts of the current theme, on its own background. */
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

/** A chart of the page as a picture of its nominal size, regardless of the page's text size. */
export function pictureOf(chart: SVGSVGElement): Picture {
  const [, , width, height] = (chart.getAttribute('viewBox') ?? '').split(' ').map(Number);
  return { svg: standaloneSvg(chart), width: width || chart.clientWidth, height: height || chart.clientHeight };
}

/** Saves a picture as a file; rejects with a message for the person if the browser cannot draw it. */
export async function savePicture(picture: Picture, name: string, kind: 'svg' | 'png', { signal }: WorkOptions): Promise<void> {
  const drawing = new Blob([picture.svg], { type: 'image/svg+xml' });
  const file = kind === 'svg' ? drawing : await endedBy(signal, png(drawing, picture));
  throwIfAborted(signal, WHAT);
  saveBlob(file, `${name}.${kind}`);
}

/** Drawing cannot be aborted, so on abort its outcome is ignored. */
function endedBy<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  const ended = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(abortError(WHAT)), { once: true });
  });
  return Promise.race([work, ended]);
}

async function png(drawing: Blob, { width, height }: Picture): Promise<Blob> {
  if (Math.max(width, height) > PNG_SIDE) throw new Error('The picture is too large for PNG; save it as SVG.');
  const scale = Math.min(PNG_SCALE, PNG_SIDE / Math.max(width, height));
  const url = URL.createObjectURL(drawing);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
    if (blob === null) throw new Error('the canvas could not be encoded as PNG');
    return blob;
  } catch (error) {
    throw new Error('The browser could not draw the chart.', { cause: error });
  } finally {
    URL.revokeObjectURL(url);
  }
}

const colourOf = (role: string): string => getComputedStyle(document.documentElement).getPropertyValue(role).trim();
