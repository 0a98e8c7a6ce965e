import type { SampleId } from '../../workbench/port.ts';
import { publicFile } from '../offline/assets.ts';
import type { PageSource } from '../offline/page-source.ts';

/** The sample captures of the build, under `public/`; licences in `public/samples/NOTICE.txt`. */
const SAMPLES: Readonly<Record<SampleId, string>> = {
  four_phones: 'samples/chamber_four_phones.pcapng',
  one_hour: 'samples/one_phone_one_hour.pcapng',
};

/** Rejects with `MISSING_FILE` if the build has no such sample. */
export async function sampleFile(id: SampleId, page: PageSource): Promise<File> {
  const path = SAMPLES[id];
  return new File([await publicFile(path, page)], path.slice(path.lastIndexOf('/') + 1));
}
