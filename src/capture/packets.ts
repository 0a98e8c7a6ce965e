import { WorkbenchError } from '../base/failure.ts';
import { AdvertRows } from '../tables/advert-rows.ts';
import { ADVERT_COLUMNS } from '../tables/adverts.ts';
import type { DecodeEnd, DecodeOptions, DecodeOutput } from './decoder.ts';
import { FastPath } from './fast-path.ts';
import type { Container } from './fast-path.ts';
import { Conversation } from './conversation/conversation.ts';
import { Decryption } from './decryption/decryption.ts';
import type { PacketWatch } from './keys/watch.ts';
import { BLE_LINK_TYPES, LINK_TYPE, linkTypeText } from './link-types.ts';
import { AccessAddresses } from './link/access-addresses.ts';
import { FRAGMENT_ROWS, Fragments } from './link/fragments.ts';
import { HciH4Decoder, HciPackets, LinuxMonitorDecoder } from './link/hci.ts';
import { HciReports } from './link/hci-reports.ts';
import { LinkLayer } from './link/link-layer.ts';
import { PacketRecord } from './link/link.ts';
import type { LinkDecoder } from './link/link.ts';
import { NordicDecoder } from './link/nordic.ts';
import type { RadioClock } from './link/radio-clock.ts';
import type { FrameLoss } from '../tables/captures.ts';
import { PpiDecoder } from './link/ppi.ts';
import { BareDecoder, RfHeaderDecoder } from './link/rf-header.ts';
import { RecordTally } from './record-count.ts';
import { sessionKey } from './session-key.ts';

/** One record may become many rows (an HCI event with several reports); a batch is sent before it could overflow. */
const ROOM_FOR_ONE_RECORD = 512;
/** Code of the problem that a packet is of no link type that carries Bluetooth LE. */
const FOREIGN = 'LINK_TYPE';
/** Codes of the problems that octets of the file belong to no whole record. */
const DAMAGE: ReadonlySet<string> = new Set(['RECORD_CUT', 'RECORD_LENGTH', 'BLOCK_CUT', 'BLOCK_DAMAGED']);
/** Clocks before this are no wall clocks: they count from when a device was switched on (2000-01-01, in µs). */
export const FIRST_WALL_CLOCK_US = 946_684_800_000_000;

/**
 * Where containers hand over their records: finds the decoder of the link type, collects rows, and sends them on in
 * batches. Knows what the whole file amounts to when it ends.
 */
export class Packets {
  readonly record = new PacketRecord();
  /** Container readers count records other than packets here. */
  readonly tally = new RecordTally();
  /** Decoder of HCI packets, for containers that state the kind of packet outside it. */
  readonly hci: HciPackets;
  readonly watch: PacketWatch | undefined;
  private readonly rows: AdvertRows;
  private readonly linkLayer: LinkLayer;
  private readonly fragments: Fragments;
  private readonly conversation: Conversation | null;
  private readonly links: LinkInterface[] = [];
  private readonly nordic: { readonly clock: RadioClock; readonly receiver: string }[] = [];
  private readonly limit: number;
  private foreign = 0;
  /** The first message about octets that belong to no complete record. */
  private damage: string | null = null;
  private begun = false;
  private problems = 0;

  constructor(
    private readonly format: string,
    private readonly output: DecodeOutput,
    options: Pick<DecodeOptions, 'batch_rows' | 'watch' | 'tables' | 'decryption'>,
    /** Its batches hold the rows of one more container record than `batch_rows`, because records are not split. */
    readonly fast: FastPath | null = null,
  ) {
    this.limit = Math.max(options.batch_rows, ROOM_FOR_ONE_RECORD);
    this.watch = options.watch;
    this.rows = fast?.rows ?? new AdvertRows(Packets.capacity(options), sessionKey());
    this.fragments = new Fragments(this.rows);
    const { decryption } = options;
    const known = new AccessAddresses();
    this.conversation =
      options.tables === true
        ? new Conversation(known, decryption === undefined ? null : new Decryption(decryption.cipher, decryption.keys))
        : null;
    this.linkLayer = new LinkLayer(this.rows, this.fragments, known, this.problem, this.watch, this.conversation);
    const reports = new HciReports(this.rows, this.fragments, this.problem);
    this.hci = new HciPackets(this.rows, reports, this.problem, this.watch, this.conversation);
  }

  /** With the kernel, for containers that it knows; the rows are the same without. */
  static async open(format: Container, output: DecodeOutput, options: DecodeOptions): Promise<Packets> {
    const fast = options.kernel === false ? null : await FastPath.open(Packets.capacity(options));
    return new Packets(format, output, options, fast);
  }

  private static capacity({ batch_rows }: Pick<DecodeOptions, 'batch_rows'>): number {
    return Math.max(batch_rows, ROOM_FOR_ONE_RECORD) + ROOM_FOR_ONE_RECORD;
  }

  readonly problem = ({ offset, no }: PacketRecord, code: string, message: string): void => {
    this.problems++;
    if (code === FOREIGN) this.foreign++;
    if (DAMAGE.has(code)) {
      this.watch?.damage(offset);
      this.damage ??= message;
    }
    this.output.problem(offset, no, code, message);
  };

  /** Reports a record of the container that holds no frame that could be read. */
  lost(record: PacketRecord, code: string, message: string): void {
    this.tally.read++;
    this.tally.reported++;
    this.problem(record, code, message);
  }

  /** A decoder for the frames of a link type; null where the link type carries no Bluetooth LE that can be read. */
  private link(linkType: number): LinkDecoder | null {
    switch (linkType) {
      case LINK_TYPE.BLUETOOTH_LE_LL:
        return new BareDecoder(this.linkLayer);
      case LINK_TYPE.BLUETOOTH_LE_LL_WITH_PHDR:
        return new RfHeaderDecoder(this.linkLayer, this.problem);
      case LINK_TYPE.USER_10:
      case LINK_TYPE.NORDIC_BLE: {
        const decoder = new NordicDecoder(this.linkLayer, this.problem, this.fast?.clock());
        return decoder;
      }
      case LINK_TYPE.PPI:
        return new PpiDecoder(this.linkLayer, new RfHeaderDecoder(this.linkLayer, this.problem), this.problem);
      case LINK_TYPE.BLUETOOTH_HCI_H4:
        return new HciH4Decoder(this.hci, 0, this.problem);
      case LINK_TYPE.BLUETOOTH_HCI_H4_WITH_PHDR:
        return new HciH4Decoder(this.hci, 4, this.problem);
      case LINK_TYPE.BLUETOOTH_LINUX_MONITOR:
        return new LinuxMonitorDecoder(this.hci, this.problem);
      default:
        return null;
    }
  }

  /** One more capture interface. `digits` of the fractions of its seconds, null where its times need more than that. */
  interface(linkType: number, receiver: string, digits: number | null): LinkInterface {
    const decoder = this.link(linkType);
    if (decoder instanceof NordicDecoder) this.nordic.push({ clock: decoder.clock, receiver });
    const link = { linkType, receiver, decoder, clock: decoder instanceof NordicDecoder ? decoder.clock : null, packets: 0 };
    this.links.push(link);
    this.fast?.interface(link, digits);
    return link;
  }

  /** Hands `record` and its frame [at, end) to the decoder of its interface. */
  packet(link: LinkInterface, bytes: Uint8Array, at: number, end: number): void {
    link.packets++;
    this.watch?.packet(link.linkType, bytes, at, end, this.record);
    if (link.decoder === null) {
      this.lost(this.record, FOREIGN, `link type ${linkTypeText(link.linkType)}; Bluetooth LE comes as ${BLE_LINK_TYPES}`);
      return;
    }
    this.record.receiver = link.receiver;
    const { tally, problems } = this;
    const { rows } = this.rows;
    link.decoder.frame(bytes, at, end, this.record);
    tally.read++;
    if (this.rows.rows > rows) tally.withRows++;
    else {
      tally.reported++;
      if (this.problems === problems) this.problem(this.record, 'NO_PACKET', 'the record holds nothing that could be a packet');
    }
    if (this.fragments.open) this.fragments.expire();
  }

  /** Lets the kernel read what it can from `bytes[at]`, and returns the offset of the first record that needs `packet`. */
  ahead(container: Container, bytes: Uint8Array, at: number, base: number): number {
    if (this.fast === null || this.fragments.open) return at;
    const { tally, record } = this;
    const { no } = record;
    const { rows } = this.rows;
    const next = this.fast.read(container, bytes, at, base, this.limit, record);
    tally.read += record.no - no;
    tally.withRows += this.rows.rows - rows;
    return next;
  }

  /** The batch must leave. Advertisements in pieces may still be completed, as long as there is room. */
  get full(): boolean {
    const { rows } = this.rows;
    if (this.fast?.crowded === true || this.conversation?.crowded === true) return true;
    return rows >= this.limit && (rows >= this.limit + 2 * FRAGMENT_ROWS || !this.fragments.open);
  }

  async flush(): Promise<void> {
    if (!this.begun) {
      this.begun = true;
      await this.output.begin(this.format, ADVERT_COLUMNS);
    }
    if (this.conversation?.crowded === true) await this.flushTables();
    if (this.rows.rows === 0) return;
    this.tally.rows += this.rows.rows;
    this.fragments.finishAll();
    this.rows.seal();
    this.output.linkTypes?.(linkTypesOf(this.links));
    await this.output.batch(this.rows.batch);
    this.rows.clear();
    this.fast?.cleared();
  }

  private async flushTables(): Promise<void> {
    const { output } = this;
    await this.conversation?.flush(async ({ name }, batch) => output.tableRows?.(name, batch));
  }

  /** Ends the file. Throws when no interface could have given a row. */
  async finish(links: readonly LinkInterface[], records: number): Promise<DecodeEnd> {
    const used = links.filter((link) => link.packets > 0);
    const packets = links.reduce((sum, link) => sum + link.packets, 0);
    // If every record is damaged, the interfaces show whether the file could have had readable packets.
    const readable = packets > 0 ? this.foreign < packets : links.some(({ decoder }) => decoder !== null);
    if (!readable || this.onlyForeignUse(used)) this.refuse(links, records);
    await this.flush();
    this.conversation?.finish();
    await this.flushTables();
    for (const { code, message } of this.conversation?.notices ?? []) this.output.warning(code, message);
    if (packets === 0) {
      const none = `the ${this.format} file holds no packet`;
      this.output.warning('NO_PACKETS', this.damage === null ? none : `${none} that can be read: ${this.damage}`);
    }
    this.warnAboutClocks();
    const { earliest, latest } = this.rows;
    const timed = earliest <= latest;
    const keys = this.hci.found;
    if (keys.length > 0) {
      const counted = keys.length === 1 ? '1 resolving key' : `${String(keys.length)} resolving keys`;
      this.output.warning('RESOLVING_KEYS', `the log holds ${counted}: in no row, and left out of shared copies of the file`);
    }
    const losses = this.losses();
    return {
      keys,
      ...(losses.length > 0 && { losses }),
      records: this.tally.end(),
      link_types: linkTypesOf(links),
      channels: [...this.rows.channels.keys()].filter((index) => this.rows.channels[index] === 1).map(String),
      sensors: [...new Set(used.filter(({ decoder }) => decoder !== null).map(({ receiver }) => receiver))],
      time_base: !timed ? 'none' : earliest < FIRST_WALL_CLOCK_US ? 'relative' : 'epoch',
      time_range_us: timed ? { start: BigInt(earliest), end: BigInt(latest) } : null,
    };
  }

  /** Whether packets of link type 157 are not Nordic's: other programs use the number too, and only Nordic's contain a frame. */
  private onlyForeignUse(used: readonly LinkInterface[]): boolean {
    const none = this.tally.rows === 0 && this.rows.rows === 0;
    return none && used.length > 0 && used.every(({ linkType }) => linkType === LINK_TYPE.USER_10);
  }

  private refuse(links: readonly LinkInterface[], records: number): never {
    const used = links.filter(({ packets }) => packets > 0);
    const types = [...new Set((used.length > 0 ? used : links).map(({ linkType }) => linkType))];
    const counted = `${String(records)} ${records === 1 ? 'packet' : 'packets'}`;
    const found =
      types.length === 0
        ? `a ${this.format} file with ${counted} and no capture interface`
        : `a ${this.format} file with ${counted} of link type ${types.map(linkTypeText).join(', ')}`;
    throw new WorkbenchError('UNREADABLE_FILE', `expected Bluetooth LE (link type ${BLE_LINK_TYPES}), found ${found}`, {
      format: this.format,
      packets: records,
      link_types: types,
    });
  }

  /** A receiver with two clocks, of two sections of a file, has no time that a row could be compared with. */
  private losses(): FrameLoss[] {
    const { nordic } = this;
    return nordic
      .filter(({ receiver }) => nordic.filter((other) => other.receiver === receiver).length === 1)
      .flatMap(({ clock, receiver }) => clock.losses.map((loss) => ({ receiver, ...loss })));
  }

  private warnAboutClocks(): void {
    const { earliest, latest } = this.rows;
    if (earliest <= latest && earliest < FIRST_WALL_CLOCK_US) {
      this.output.warning('NO_WALL_CLOCK', 'the capture has no wall clock: its times count from when the sniffer or its host started');
    }
    let gaps = 0;
    let lost = 0;
    for (const { clock } of this.nordic) {
      gaps += clock.gaps;
      lost += clock.lost;
      const { frames, late_us } = clock.staleStart();
      if (frames > 0) {
        this.output.warning(
          'STALE_BUFFER',
          `Times are corrected: the first ${formatted(frames, 'frame')} waited in the sniffer's buffer and were stamped up to ${(late_us / 1e6).toFixed(1)} s late`,
        );
      }
    }
    if (gaps > 0) {
      this.output.warning(
        'RADIO_CLOCK_GAPS',
        `the sniffer lost ${formatted(lost, 'frame')} in ${formatted(gaps, 'place')}, where its own clock lost an unknown time`,
      );
    }
  }
}

/** Link types of the interfaces that have packets, ascending. */
const linkTypesOf = (links: readonly LinkInterface[]): number[] =>
  [...new Set(links.filter(({ packets }) => packets > 0).map(({ linkType }) => linkType))].sort((a, b) => a - b);

/** One capture interface of a file. */
export interface LinkInterface {
  readonly linkType: number;
  readonly receiver: string;
  readonly decoder: LinkDecoder | null;
  packets: number;
}

/** "1 frame", "9,474 frames". */
const formatted = (count: number, noun: string): string => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
