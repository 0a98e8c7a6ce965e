import * as comlink from 'comlink';
import { holdLife } from '../../threads/living-worker.ts';
import { toAnswer } from '../../engine/answer.ts';
import { decodeArrow } from '../../engine/rows.ts';
import { createEncoder, type Encoder } from '../../export/encoder.ts';

const encoder = createEncoder((ipc) => toAnswer(decodeArrow(ipc)));
/** Transfers the memory of encoded bytes instead of copying it. All empty arrays share one buffer, which must not be transferred. */
const moved = <T>(value: T, { buffer, length }: Uint8Array<ArrayBuffer>): T =>
  length === 0 ? value : comlink.transfer(value as T & object, [buffer]);

const service: Encoder = {
  begin: async (job) => {
    const begun = await encoder.begin(job);
    return moved(begun, begun.bytes);
  },
  rows: async (ipc) => {
    const bytes = await encoder.rows(ipc);
    return moved(bytes, bytes);
  },
  end: async () => {
    const ended = await encoder.end();
    return moved(ended, ended.bytes);
  },
};

void holdLife();
comlink.expose(service);
