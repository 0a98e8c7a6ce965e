import * as comlink from 'comlink';
import { toAnswer } from '../../engine/answer.ts';
import { decodeArrow } from '../../engine/rows.ts';
import { createEncoder, type Encoder } from '../../export/encoder.ts';

const encoder = createEncoder((ipc) => toAnswer(decodeArrow(ipc)));
/** The memory moves instead of being copied. */
const moved = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => comlink.transfer(bytes, [bytes.buffer]);

const service: Encoder = {
  begin: async (job) => moved(await encoder.begin(job)),
  rows: async (ipc) => moved(await encoder.rows(ipc)),
  end: async () => {
    const { bytes, left_out } = await encoder.end();
    return comlink.transfer({ bytes, left_out }, [bytes.buffer]);
  },
};

comlink.expose(service);
