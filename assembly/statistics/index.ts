/**
 * The functions that the statistics module exports. It is separate from the linkage kernels, so that a thread compiles only what it runs.
 */
export { reset, alloc } from '../lib/arena';
export { tails, upperQuantile } from './distribution';
export { moments, coproduct, total } from './moments';
export { cosine, logarithm } from './distribution';
export { fillDesign, useDesign } from './design';
export { contrast, factorRows, levels, mergeFactor } from './factor';
export { residualRows, scoreRows } from './residuals';
export { runMeans, withinSubjects } from './within';
export { exponential, hedgesCorrection, noncentralChiSquare, noncentralT } from './noncentral';
export { bilinear, invertPairs, productLimit, rankSums, stepped } from './survival';
export { partialLikelihood } from './hazards';
export { pearsonRows, useResponse, weighRows, weighRowsExact } from './generalized';
export { logDeterminant, saturated } from './likelihood';
