/**
 * The Zstandard reader copies what a sequence says without asking whether the block has room for it: writes behind a typed
 * array are lost, but thousands of sequences of 128 KiB, or of lengths that are no number (a symbol outside its table), take minutes. RFC 8878 (section 3.1.1.2.4) bounds what a block regenerates;
 * with this its reader refuses the first sequence that goes beyond.
 * @returns {import('vite').Plugin}
 */
export const zstdBound = () => ({
  name: 'zstd-bound:sequences',
  enforce: 'pre',
  transform: {
    filter: { id: /fzstd\/esm\/index\.mjs/ },
    handler(code) {
      const copies = 'for (var i = 0; i < ll; ++i) {\n                    buf[oubt + i] = buf[spl + i];';
      const text = code.replaceAll('\r\n', '\n');
      if (text.split(copies).length !== 2) this.error('the Zstandard reader no longer copies literals the way it did');
      return { code: text.replace(copies, `if (!(oubt + ll + ml <= buf.length)) err(0);\n                ${copies}`), map: null };
    },
  },
});
