import type { AudioStream } from '../../ble/audio-announcement.ts';
import { codecName } from '../../ble/audio-announcement.ts';
import type { FieldValue } from '../../ble/field-record.ts';
import { ISO } from '../../ble/isochronous.ts';
import type { RowTable } from '../../tables/row-table.ts';
import type { Connection } from './connection.ts';
import type { Moment } from './moment.ts';
import { SENDER } from './moment.ts';

/** A periodic advertising train, with what was captured of its announcement. */
export interface Train {
  readonly accessAddress: number;
  address: string | undefined;
  random: boolean | undefined;
  sid: number | undefined;
  broadcastId: string | undefined;
  broadcastName: string | undefined;
  /** Content of its Basic Audio Announcement, decoded and as octets. */
  audio: readonly AudioStream[];
  announcement: Uint8Array | null;
  /** The broadcast group (BIG) that its last BIGInfo announces; null if none. */
  group: Group | null;
}

/** A BIG with its streams. */
export interface Group {
  readonly train: Train;
  readonly seed: number;
  readonly encrypted: boolean;
  readonly streams: readonly Stream[];
  controlPackets: number;
}

/** An isochronous stream, with what was captured of it. */
export class Stream {
  last: Moment;
  /** The connection of a CIS; null if unknown, and for a BIS. */
  connection: Connection | null = null;
  /** The group of a BIS; null for a CIS. */
  group: Group | null = null;
  id: number | undefined;
  groupId: number | undefined;
  accessAddress: number | undefined;
  encrypted: boolean | undefined;
  /** Parameters from its announcement, by column name. */
  readonly parameters = new Map<string, FieldValue>();
  /** True if an LL_CIS_REQ or BIGInfo that announces it was captured. */
  announced = false;
  packets = 0;
  fromCentral = 0;
  fromPeripheral = 0;
  empty = 0;
  badCrc = 0;
  firstHeard: Moment | null = null;
  lastHeard: Moment | null = null;
  endedBy: number = SENDER.UNKNOWN;
  endCode: number | undefined;
  refused = false;

  constructor(
    readonly no: number,
    public kind: number,
    readonly began: Moment,
  ) {
    this.last = began;
  }

  /** Counts a PDU of the stream whose CRC is not wrong. */
  heard(moment: Moment, sender: number, hasPayload: boolean): void {
    this.firstHeard ??= moment;
    this.lastHeard = this.last = moment;
    if (!hasPayload) {
      this.empty++;
      return;
    }
    this.packets++;
    if (sender === SENDER.CENTRAL) this.fromCentral++;
    else if (sender === SENDER.PERIPHERAL) this.fromPeripheral++;
  }

  /** What the capture lacks about the stream, in words; undefined if nothing is missing. */
  get incomplete(): string | undefined {
    const { kind, announced, accessAddress, firstHeard, refused } = this;
    if (refused) return undefined;
    if (kind === ISO.CIS && announced && accessAddress === undefined)
      return 'no LL_CIS_IND was heard, so that its access address is unknown';
    const lacks = [
      ...(announced ? [] : [kind === ISO.BIS ? 'its BIGInfo was not heard' : this.withoutRequest]),
      ...(firstHeard === null ? ['no packet of it was heard'] : []),
    ];
    return lacks.length === 0 ? undefined : lacks.join('; ');
  }

  private get withoutRequest(): string {
    if (this.connection !== null) return 'its LL_CIS_REQ was not heard, so that most parameters are unknown';
    return 'its set-up was not heard, or is encrypted';
  }
}

/** Writes the columns about a stream's audio, from the Basic Audio Announcement. */
export function writeAudio(rows: RowTable, { subgroup, codec, presentationDelayUs, configuration, metadata }: AudioStream): void {
  rows.number('presentation_delay_us', presentationDelayUs);
  rows.number('subgroup', subgroup);
  rows.text('codec', codecName(codec));
  const { samplingHz, frameUs, channels, frameOctets, framesPerSdu } = configuration;
  const numbers = { sampling_hz: samplingHz, frame_us: frameUs, audio_channels: channels, frame_octets: frameOctets, frames_per_sdu: framesPerSdu }; // prettier-ignore
  for (const [name, value] of Object.entries(numbers)) if (value !== undefined) rows.number(name, value);
  if (metadata.streamingContexts !== undefined) rows.number('audio_contexts', metadata.streamingContexts);
  rows.text('language', metadata.language);
  rows.text('program', metadata.programInfo);
}
