import type { TimelineGroup } from '../../answers/charts/timeline-layout.ts';
import type { SlicedRow } from '../../answers/charts/timeline-slice.ts';
import { COLUMN, deviceWords } from '../../answers/devices/device-rows.ts';
import type { DeviceName } from '../../base/device-name.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { DevicesPort } from '../../workbench/devices.ts';

/** Most addresses of a cluster that are asked for words; the first that has any describes the cluster. */
const MOST_ASKED = 8;

/** The rows of a timeline with what each device is, as far as its capture is open and says so. */
export async function withLaneWords(
  rows: readonly SlicedRow[],
  groups: readonly TimelineGroup[],
  names: readonly DeviceName[] | undefined,
  devices: Pick<DevicesPort, 'rows'>,
  captures: readonly CaptureInfo[],
): Promise<readonly SlicedRow[]> {
  const addressesOf = ({ kind, label, group }: SlicedRow): readonly string[] => {
    if (kind === 'lane') return [label];
    return group.cluster ? (groups[group.index]?.lanes.slice(0, MOST_ASKED).map((lane) => lane.label) ?? []) : [];
  };
  const asked = [...new Set(rows.flatMap(addressesOf))];
  const words = await wordsOf(asked, names, devices, captures);
  return rows.map((row) => {
    const known = addressesOf(row).map((address) => words.get(address));
    const text = known.find((each) => each !== undefined);
    return text === undefined ? row : { ...row, words: text };
  });
}

async function wordsOf(
  addresses: readonly string[],
  names: readonly DeviceName[] | undefined,
  devices: Pick<DevicesPort, 'rows'>,
  captures: readonly CaptureInfo[],
): Promise<ReadonlyMap<string, string>> {
  const words = new Map<string, string>();
  if (addresses.length === 0) return words;
  const request = { condition: null, sort: null, find: '', names, only: addresses, offset: 0, limit: addresses.length };
  for (const { capture_id, row_count } of captures) {
    // A capture that cannot be read now describes nothing; its lanes are drawn all the same.
    const slice = await devices.rows({ ...request, capture_id, row_count }).catch(() => null);
    for (const row of slice?.rows ?? []) {
      const text = deviceWords(row);
      if (text !== '') words.set(String(row[COLUMN.address]), text);
    }
  }
  return words;
}
