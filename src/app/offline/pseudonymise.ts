import type { WorkOptions } from '../../base/progress.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { freeName, maskedCapture, type MaskingParts, planMask, refuseUnmaskable } from './masked-capture.ts';

export interface PseudonymParts extends MaskingParts {
  readonly open: (file: File, options: WorkOptions) => Promise<CaptureInfo>;
  readonly close: (capture_id: string) => Promise<void>;
  readonly isOpen: (capture_id: string) => boolean;
}

/**
 * Puts a masked capture in the place of one that is open, under a key that is forgotten at once: from here on nothing of this
 * page knows the addresses and names that were heard. The file on disk stays as it is.
 */
export async function pseudonymise(
  capture: CaptureInfo,
  parts: PseudonymParts,
  options: WorkOptions & { readonly payloads?: 'mask' | 'drop' } = {},
): Promise<CaptureInfo> {
  refuseUnmaskable([capture]);
  const plan = await planMask([capture], parts, options.payloads ?? 'mask', options);
  const { file } = await maskedCapture(capture, freeName(parts.isOpen), plan, parts, options);
  const masked = await parts.open(file, options);
  await parts.close(capture.capture_id);
  return masked;
}
