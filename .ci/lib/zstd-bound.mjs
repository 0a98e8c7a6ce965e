/**
 * The Zstandard reader copies the stated length of each sequence without checking that it fits into the block: writes past the end of a
 * typed array are lost, but thousands of sequences of 128 KiB, or of invalid lengths (a symbol outside its table), take minutes. RFC 8878
 * (section 3.1.1.2.4) bounds what a block regenerates; with this its reader refuses the first sequence that goes beyond.
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
