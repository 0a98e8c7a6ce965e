import { mutant, type Mutant } from './mutant.ts';

/** Rules of the dialects (S2 #8 to #15, S3 §2). */
export const mutants: readonly Mutant[] = [
  mutant('S2-8a S2-L4', 'src/wire/open-calls.ts', 'open.text = keptText(open.text + piece)', 'open.text = keptText(piece)'),
  mutant('S2-8c S2-L5 S3-2.48', 'src/wire/open-calls.ts', 'for (const open of this.open.values())', 'for (const open of [] as OpenCall[])'),
  mutant(
    'S2-8b',
    'src/wire/decode.ts',
    'this.assembly = new Assembly((name) => named.has(lookupKey(name)));',
    'this.assembly = (globalThis as { kept?: Assembly }).kept ??= new Assembly((name) => named.has(lookupKey(name)));',
  ),
  mutant('S2-10c', 'src/wire/decode.ts', 'tool_version: tool?.version ?? ANY_VERSION', "tool_version: ANY_VERSION + '0'"),
  mutant('S2-11', 'src/wire/encode.ts', 'const newest = newestOf(catalog);', 'const newest = newestOf(catalog.slice(1));'),
  mutant(
    'S2-12 S3-2.1',
    'src/wire/parameters.ts',
    'required: form.allRequired === true ? Object.keys(properties) : [...needed]',
    'required: [...needed]',
  ),
  mutant('S2-15 S3-2.16', 'src/wire/openai-chat/encode.ts', "role: 'tool', ", "role: 'function', "),
  mutant('S2-C1 S2-C3', 'src/wire/assembly.ts', 'this.list.expectResults(this.unanswered);', ''),
];
