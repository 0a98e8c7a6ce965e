/**
 * Writes public/workbench.d.ts: the type Workbench of src/workbench/public.ts, the types that the file re-exports, and every
 * type that these name, in one file without imports.
 * A declaration is copied from its source with its comment. A type that is inferred from a value, such as a zod schema, is
 * written out member by member; the text of `.describe()` becomes the comment of the member.
 * Bundlers of declarations (dts-bundle-generator, rollup-plugin-dts, api-extractor) copy inferred types unchanged, so
 * the result would import zod.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { fail, fromRoot } from './lib/command.mjs';
import { isInferred, structureWriter } from './lib/inferred-types.mjs';

// Tests resolve packages for browsers, where `import` would get the build of Prettier that reads no configuration.
/** @type {typeof import('prettier')} */
const { format, resolveConfig } = createRequire(import.meta.url)('prettier');

export const PUBLISHED = 'public/workbench.d.ts';
const ENTRY = fromRoot('src/workbench/public.ts');
const SOURCES = fromRoot('src/');
const HEADER = `/**
 * Types of \`window.workbench\`, the scripting interface of Capture Workbench. Copy this file beside your script.
 * Generated from src/workbench/public.ts by \`npm run types\`.
 */`;
const FOOTER = `declare global {
  interface Window {
    workbench: Workbench;
  }
}
`;

/** @typedef {ts.InterfaceDeclaration | ts.TypeAliasDeclaration} Named */

/** @param {string | undefined} entryText replaces the text of the entry file */
function programOf(entryText) {
  const { config } = ts.readConfigFile(fromRoot('tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [ENTRY] }, ts.sys, fromRoot('.'));
  // Stable ordering: the order of a union's members does not depend on the rest of the program.
  const fixed = { ...options, stableTypeOrdering: true };
  const host = ts.createCompilerHost(fixed);
  const { readFile } = host;
  host.readFile = (path) => (entryText !== undefined && path === ENTRY ? entryText : readFile(path));
  return ts.createProgram([ENTRY], fixed, host);
}

/** @param {ts.Program} program */
function declarations(program) {
  const checker = program.getTypeChecker();
  /** @type {Map<Named, string>} published names in the order of their first use */
  const names = new Map();
  const inferred = inferredTypes(program, checker);
  const structure = structureWriter(checker, (type) => {
    const node = inferred.get(type);
    return node && nameOf(node);
  });

  /** @param {Named} node @param {string} [name] published name, where it differs from the source */
  function nameOf(node, name = node.name.text) {
    const known = names.get(node);
    if (known !== undefined) return known;
    if ([...names.values()].includes(name)) throw new Error(`two published types have the name ${name}; rename one of them`);
    names.set(node, name);
    return name;
  }

  /** @param {ts.Symbol | undefined} symbol @returns {Named | undefined} its declaration, if it is a type of this repository */
  function sourceOf(symbol) {
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return target?.declarations?.filter(isNamed).find((node) => node.getSourceFile().fileName.startsWith(SOURCES));
  }

  /** @param {Named} node @param {string} name */
  function written(node, name) {
    if (!ts.isTypeAliasDeclaration(node) || !isInferred(node)) return copied(node, name);
    const body = structure(checker.getTypeAtLocation(node.name), true);
    return body.startsWith('{') ? `export interface ${name} ${body}` : `export type ${name} = ${body};`;
  }

  /** The source text under published names. @param {Named} node @param {string} name */
  function copied(node, name) {
    const start = node.getStart();
    let text = '';
    let end = start;
    /** @param {ts.Node} inner */
    const visit = (inner) => {
      if (ts.isIdentifier(inner)) {
        const source = inner === node.name || isTypeName(inner) ? sourceOf(checker.getSymbolAtLocation(inner)) : undefined;
        if (source) {
          text += node.getSourceFile().text.slice(end, inner.getStart()) + (source === node ? name : nameOf(source));
          end = inner.end;
        }
      }
      ts.forEachChild(inner, visit);
    };
    visit(node);
    text += node.getSourceFile().text.slice(end, node.end);
    return text.startsWith('export') ? text : `export ${text}`;
  }

  const entry = /** @type {ts.SourceFile} */ (program.getSourceFile(ENTRY));
  const exported = checker.getExportsOfModule(/** @type {ts.Symbol} */ (checker.getSymbolAtLocation(entry)));
  const workbench = exported.find(({ name }) => name === 'Workbench');
  if (!workbench) throw new Error(`${ENTRY} exports no type Workbench`);
  for (const symbol of [workbench, ...exported.filter(({ flags }) => flags & ts.SymbolFlags.Alias)]) {
    const node = sourceOf(symbol);
    if (node) nameOf(node, symbol.name);
  }
  // Writing a declaration adds the types that it names to the end of the map.
  return Array.from(names, ([node, name]) => `${comment(node)}${written(node, name)}`);
}

/** @param {ts.Node} node @returns {node is Named} */
const isNamed = (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

/** @param {ts.Identifier} node */
const isTypeName = ({ parent }) => ts.isTypeReferenceNode(parent) || ts.isExpressionWithTypeArguments(parent);

/** @param {ts.Program} program @param {ts.TypeChecker} checker @returns {Map<ts.Type, Named>} object types that are inferred from a value */
function inferredTypes(program, checker) {
  const found = new Map();
  for (const file of program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(SOURCES))) {
    for (const node of file.statements) {
      if (!ts.isTypeAliasDeclaration(node) || node.typeParameters || !isInferred(node)) continue;
      const type = checker.getTypeAtLocation(node.name);
      if (type.flags & ts.TypeFlags.Object && !found.has(type)) found.set(type, node);
    }
  }
  return found;
}

/** @param {Named} node the comment directly above it */
function comment(node) {
  const last = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1);
  return last ? `${last.getText()}\n` : '';
}

/** @param {string} [entryText] text of src/workbench/public.ts, if it is not the stored one */
export async function workbenchTypes(entryText) {
  const path = fromRoot(PUBLISHED);
  const text = [HEADER, ...declarations(programOf(entryText)), FOOTER].join('\n\n');
  return format(text, { ...(await resolveConfig(path)), filepath: path });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await workbenchTypes().then((text) => writeFileSync(fromRoot(PUBLISHED), text), fail);
}
