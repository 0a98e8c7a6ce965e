import type { SampleId } from '../../ui/workbench.ts';
import { publicFile } from '../offline/assets.ts';

/** The captures that the build carries, under `public/`; licences in `public/samples/NOTICE.txt`. */
const SAMPLES: Readonly<Record<SampleId, string>> = {
  four_phones: 'samples/chamber_four_phones.pcapng',
  one_hour: 'samples/one_phone_one_hour.pcapng',
};

/** Rejects with `MISSING_FILE` where the build has none. */
export async function sampleFile(id: SampleId): Promise<File> {
  const path = SAMPLES[id];
  return new File([await publicFile(path)], path.slice(path.lastIndexOf('/') + 1));
}
