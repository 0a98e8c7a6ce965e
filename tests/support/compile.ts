import ts from 'typescript';

/** Strict settings that know the browser and the language, and nothing of this repository. */
const USER_OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipDefaultLibCheck: true,
  types: [],
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
};

/** Files of the compiler itself, parsed once. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** Compiles files that exist only in memory, by name, as a user's compiler would. */
export function programOf(files: Readonly<Record<string, string>>): ts.Program {
  const host = ts.createCompilerHost(USER_OPTIONS);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (path, language) => {
    const text = files[path];
    if (text !== undefined) return ts.createSourceFile(path, text, language);
    if (!libraries.has(path)) libraries.set(path, readSource(path, language));
    return libraries.get(path);
  };
  host.fileExists = (path) => Object.hasOwn(files, path);
  host.directoryExists = () => true;
  return ts.createProgram(Object.keys(files), USER_OPTIONS, host);
}

/** The compiler's messages, one line each. */
export const faultsOf = (program: ts.Program): string[] =>
  ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName ?? ''}:${String(line)} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
