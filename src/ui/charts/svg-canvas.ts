/** For features that draw a picture of their own. */
export { type Picture, SvgCanvas } from '../../answers/charts/svg-canvas.ts';
