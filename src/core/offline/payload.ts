/**
 * Converts files to and from payload blocks of the one-file page: `<script type="application/octet-stream">` elements that contain base64
 * of gzip. The work is done in pieces, so that memory is bounded and a person can cancel between two pieces.
 */

/** Number of base64 characters decoded at once; a multiple of 4, so that each piece is valid base64. */
const PIECE = 1 << 18;
/** Number of bytes passed to `String.fromCharCode` at once, few enough to be safe; a multiple of 3, so that base64 needs no padding. */
const SPAN = 0x7ffe;

/** The base64 texts of one payload block in order. Each is valid on its own, and only the last may have padding. */
type Texts = readonly string[] | Generator<string, void>;

function* base64Pieces(texts: Texts): Generator<Uint8Array<ArrayBuffer>, void> {
  for (const text of texts) {
    const trimmed = text.trim();
    for (let at = 0; at < trimmed.length; at += PIECE) {
      const binary = atob(trimmed.slice(at, at + PIECE));
      const bytes = new Uint8Array(binary.length);
      for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
      yield bytes;
    }
  }
}

function streamOf(pieces: Generator<Uint8Array<ArrayBuffer>, void>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull(controller) {
      const { value } = pieces.next();
      if (value === undefined) controller.close();
      else controller.enqueue(value);
    },
  });
}

/**
 * Decodes a payload block to bytes. Rejects with a TypeError or DOMException if the texts are not base64 of gzip, or decode to more than
 * `most` bytes.
 */
export function unpack(texts: Texts, type = 'application/octet-stream', most = Infinity): Promise<Blob> {
  const bytes = streamOf(base64Pieces(texts)).pipeThrough(new DecompressionStream('gzip')).pipeThrough(atMost(most));
  return new Response(bytes, { headers: { 'content-type': type } }).blob();
}

/** Fails once more than `most` bytes pass through, because a few bytes of gzip can expand to gigabytes. */
function atMost(most: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let seen = 0;
  return new TransformStream({
    transform(piece, controller) {
      seen += piece.length;
      if (seen > most) controller.error(new TypeError(`expected ${String(most)} bytes, got more`));
      else controller.enqueue(piece);
    },
  });
}

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += SPAN) text += btoa(String.fromCharCode(...bytes.subarray(at, at + SPAN)));
  return text;
}

/** Number of bytes compressed at once, which takes about 10 ms. */
const SLICE = 1 << 18;

/** Reads the content in slices, one per task. `Blob.stream` would deliver 100 MB within one task, in which a person cannot cancel. */
function slices(content: Blob): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      if (at >= content.size) {
        controller.close();
        return;
      }
      controller.enqueue(new Uint8Array(await content.slice(at, at + SLICE).arrayBuffer()));
      at += SLICE;
    },
  });
}

/** Passes bytes on and calls `read` with their number; `read` may throw to stop the work. */
const counted = (read: (octets: number) => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> =>
  new TransformStream({
    transform(piece, controller) {
      read(piece.length);
      controller.enqueue(piece);
    },
  });

/**
 * Encodes `content` as the text of a payload block, in pieces to be joined.
 * @param read called with the number of bytes of each piece; an error that it throws ends the work and becomes the rejection
 */
export async function pack(content: Blob, read: (octets: number) => void = () => undefined): Promise<string[]> {
  const reader = slices(content).pipeThrough(counted(read)).pipeThrough(new CompressionStream('gzip')).getReader();
  const pieces: string[] = [];
  let rest = new Uint8Array(0);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const bytes = new Uint8Array(rest.length + value.length);
    bytes.set(rest);
    bytes.set(value, rest.length);
    const whole = bytes.length - (bytes.length % 3);
    pieces.push(toBase64(bytes.subarray(0, whole)));
    rest = bytes.slice(whole);
  }
  pieces.push(toBase64(rest));
  return pieces;
}
