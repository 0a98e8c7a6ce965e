/** Derives the effect terms of the other specifications from `effect`, `reversible` and `category` (R8). */
import type { ManifestParts, ToolManifest } from './manifest.ts';

export function sideEffectsOf(effect: ManifestParts['effect'], scope: ToolManifest['scope']): 'none' | 'read_only' | 'external_write' {
  if (effect !== 'read_only') return 'external_write';
  return scope === 'none' ? 'none' : 'read_only';
}

export function annotationsOf(parts: Pick<ManifestParts, 'effect' | 'reversible' | 'idempotent'>): ToolManifest['annotations'] {
  return {
    readOnlyHint: parts.effect === 'read_only',
    destructiveHint: !parts.reversible,
    idempotentHint: parts.idempotent,
    openWorldHint: false,
  };
}

/** Lists contradictions within a manifest; empty if there are none (R8, R23, R37, S4-5.3). */
export function contradictions(parts: ManifestParts): string[] {
  const out: string[] = [];
  const readOnly = parts.effect === 'read_only';
  if ((parts.category === 'query' || parts.category === 'analysis') && !readOnly)
    out.push(`category ${parts.category} needs effect read_only, got ${parts.effect}`);
  if (parts.category === 'mutation' && readOnly) out.push('category mutation needs an effect, got read_only');
  if (readOnly && !parts.reversible) out.push('effect read_only changes nothing, so reversible must be true');
  if (parts.cacheable !== (parts.cacheTTL !== undefined)) out.push('cacheTTL must be there exactly when cacheable is true');
  if (parts.cacheable && !readOnly) out.push('only read_only tools may be cacheable');
  if (readOnly && parts.deterministic !== parts.idempotent) out.push('a read_only tool is idempotent exactly when it is deterministic');
  const { announcedOn, removalDate } = parts.deprecated ?? {};
  if (announcedOn !== undefined && Date.parse(removalDate ?? '') - Date.parse(announcedOn) < 90 * DAY_MS)
    out.push(`a deprecated tool stays at least 90 days, got ${announcedOn} to ${String(removalDate)}`);
  return out;
}

const DAY_MS = 86_400_000;
