import { unitOf } from './aliases.ts';
import { unboxed } from './containers.ts';
import { defaultTimeout } from './facts.ts';
import type { Mending } from './mending.ts';
import { inUnit, quantityOf } from './units.ts';

/** Converts a timeout to ms; a value without a unit has the unit in the member's name. Undefined below 10 ms. */
export function timeoutOf(value: unknown, key: string): number | undefined {
  const held = unboxed(value, key);
  const quantity = typeof held === 'number' ? { value: held, unit: '' } : typeof held === 'string' ? quantityOf(held) : undefined;
  const unit = unitOf(key);
  const ms = quantity && inUnit({ value: quantity.value, unit: quantity.unit || unit }, 'ms');
  // A timeout below a second is useless, so a bare 30 means seconds.
  const bareSeconds = ms !== undefined && ms < 1000 && quantity?.unit === '' && unit === '' && key !== 'timeout_ms';
  return ms === undefined || (ms < 10 && !bareSeconds) ? undefined : Math.round(bareSeconds ? ms * 1000 : ms);
}

/** Sets the usual timeout if the given one is missing or unreadable, because a timeout does not change what a call requests. */
export function mendTimeout(mending: Mending): void {
  const { tool } = mending;
  const given = mending.get(['timeout_ms']);
  const usual = tool ? defaultTimeout(tool.manifest) : 30_000;
  if (typeof given === 'number' && Number.isInteger(given) && given >= 10) return;
  mending.set(
    ['timeout_ms'],
    timeoutOf(given, 'timeout_ms') ?? usual,
    given === undefined ? 'the usual timeout of the tool' : 'a whole number of ms',
  );
}
