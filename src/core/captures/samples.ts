import type { SampleId } from '../../workbench/port.ts';
import { publicFile } from '../offline/assets.ts';
import type { PageSource } from '../offline/page-source.ts';

/** The captures that the build carries, under `public/`; licences in `public/samples/NOTICE.txt`. */
const SAMPLES: Readonly<Record<SampleId, string>> = {
  four_phones: 'samples/chamber_four_phones.pcapng',
  one_hour: 'samples/one_phone_one_hour.pcapng',
};

/** Rejects with `MISSING_FILE` where the build has none. */
export async function sampleFile(id: SampleId, page: PageSource): Promise<File> {
  const path = SAMPLES[id];
  return new File([await publicFile(path, page)], path.slice(path.lastIndexOf('/') + 1));
}
