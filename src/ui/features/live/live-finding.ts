import type { LiveTrace } from '../../../live/service.ts';
import { formatAmount, formatCount } from '../../../base/format.ts';
import { deviceLabel } from './live-words.ts';

/** RSSI traces at one moment. */
export interface LiveLook {
  readonly traces: readonly LiveTrace[];
  /** The right end of the chart, ms since 1970. */
  readonly now: number;
  /** Number of devices received in total. */
  readonly total: number;
}

/**
 * Describes a scan's chart in a sentence: the strongest device, the number of devices, and the time span.
 *
 * @param span time that is drawn, ms
 */
export function liveFinding({ traces, now, total }: LiveLook, span: number, running: boolean): string {
  const drawn = traces.flatMap(({ key, at_ms, rssi }) => {
    const from = at_ms.findIndex((ms) => ms >= now - span);
    return from < 0 ? [] : [{ key, first: at_ms[from] ?? now, most: Math.max(...rssi.slice(from)) }];
  });
  const [first, ...others] = drawn;
  const whole = `${running ? 'the last' : 'its last'} ${String(Math.round(span / 1000))} s`;
  if (first === undefined) return total > 0 ? `None of the devices drawn was heard in ${whole}` : `No device was heard in ${whole}`;
  const loudest = others.reduce((a, b) => (b.most > a.most ? b : a), first);
  const seconds = Math.max(1, Math.ceil((now - Math.min(...drawn.map((each) => each.first))) / 1000));
  const shown =
    drawn.length < total ? `${formatCount(drawn.length)} of ${formatAmount(total, 'device')} drawn` : formatAmount(drawn.length, 'device');
  const over = `${running ? 'the last' : 'its last'} ${String(Math.min(seconds, Math.round(span / 1000)))} s`;
  const among = drawn.length < total ? 'the loudest of those drawn' : 'the loudest';
  return `${deviceLabel(loudest.key)} is ${among}, up to ${String(loudest.most).replace('-', '−')} dBm: ${shown}, over ${over}`;
}
