import type { Notice } from '../../tables/captures.ts';
import { MOST_NAMED } from './key-source.ts';
import type { KeySource } from './key-source.ts';
import type { Trials } from './trials.ts';

/** Computed keys that a message names; tables name every one. */
const MOST_COMPUTED = 5;

/** What decrypting a file amounted to, in sentences that hold no key. */
export class DecryptionReport {
  private encrypted = 0;
  private opened = 0;
  private closedConnections = 0;
  /** The first connections with packets that stayed closed, and why. */
  private readonly reasons: string[] = [];
  private readonly computed = new Set<KeySource>();
  private computedMore = 0;

  constructor(
    private readonly provided: readonly KeySource[],
    private readonly trials: Trials,
  ) {}

  /** A connection has ended. */
  connection(no: number, encrypted: number, opened: number, closed: string | undefined, sources: ReadonlySet<KeySource>): void {
    this.encrypted += encrypted;
    this.opened += opened;
    for (const source of sources) {
      if (source.provided || this.computed.has(source)) continue;
      if (this.computed.size < MOST_COMPUTED) this.computed.add(source);
      else this.computedMore++;
    }
    if (closed === undefined) return;
    this.closedConnections++;
    if (this.reasons.length < MOST_NAMED)
      this.reasons.push(`connection ${String(no)} (${counted(encrypted - opened, 'packet')}): ${closed}`);
  }

  notices(): Notice[] {
    const { encrypted, opened, provided, reasons, closedConnections, computedMore } = this;
    if (encrypted === 0)
      return [{ code: 'NOTHING_ENCRYPTED', message: 'no packet of the capture is encrypted, so there was nothing to decrypt' }];
    const used = [...provided.filter(({ packets }) => packets > 0), ...this.computed];
    const idle = provided.filter(({ packets }) => packets === 0);
    const more = computedMore === 0 ? '' : `; and ${String(computedMore)} more keys from the capture itself`;
    const notices: Notice[] = [
      {
        code: 'DECRYPTED',
        message:
          opened === 0
            ? `none of ${counted(encrypted, 'encrypted packet')} was decrypted`
            : `${String(opened)} of ${counted(encrypted, 'encrypted packet')} ${opened === 1 ? 'was' : 'were'} decrypted: ${used.map(said).join('; ')}${more}`,
      },
    ];
    if (idle.length > 0) notices.push({ code: 'KEY_OPENED_NOTHING', message: idleKeys(idle) });
    if (reasons.length > 0) {
      const rest = closedConnections - reasons.length;
      notices.push({
        code: 'STILL_ENCRYPTED',
        message: `${reasons.join('; ')}${rest > 0 ? `; and ${String(rest)} more connections` : ''}`,
      });
    }
    if (this.trials.exhausted)
      notices.push({
        code: 'DECRYPTION_CUT_SHORT',
        message: 'not every packet counter was tried on every packet, because the file has too many packets that no key opens',
      });
    return notices;
  }
}

function idleKeys(idle: readonly KeySource[]): string {
  const rest = idle.length - MOST_NAMED;
  const names = idle.slice(0, MOST_NAMED).map(({ label }) => label);
  return `${names.join(', ')}${rest > 0 ? ` and ${String(rest)} more keys` : ''} opened nothing: wrong, of other devices, or of another session`;
}

const said = ({ label, packets, opened, connections }: KeySource): string => {
  const rest = opened - connections.length;
  const numbers = `${connections.join(', ')}${rest > 0 ? ` and ${String(rest)} more` : ''}`;
  return `${label} opened ${counted(packets, 'packet')} of ${opened === 1 ? 'connection' : 'connections'} ${numbers}`;
};

const counted = (count: number, noun: string): string => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
