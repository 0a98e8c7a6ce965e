import type { WorkOptions } from '../../base/progress.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { freeName, maskedCapture, type MaskingParts, planMask, refuseUnmaskable } from './masked-capture.ts';

export interface PseudonymParts extends MaskingParts {
  readonly open: (file: File, options: WorkOptions) => Promise<CaptureInfo>;
  readonly close: (capture_id: string) => Promise<void>;
  readonly isOpen: (capture_id: string) => boolean;
}

/**
 * Replaces an open capture with a masked copy whose key is discarded immediately. Afterwards the workbench stores none of the capture's
 * real addresses and names. The original file on disk is unchanged.
 */
export async function pseudonymise(
  capture: CaptureInfo,
  parts: PseudonymParts,
  options: WorkOptions & { readonly payloads?: 'mask' | 'drop' } = {},
): Promise<CaptureInfo> {
  refuseUnmaskable([capture]);
  const plan = planMask(options.payloads ?? 'mask');
  const { file } = await maskedCapture(capture, freeName(parts.isOpen), plan, parts, options);
  const masked = await parts.open(file, options);
  await parts.close(capture.capture_id);
  return masked;
}
