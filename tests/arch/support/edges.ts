import ts from 'typescript';
import { resolveFrom, type SourceTree, type Violation } from './tree.ts';

/**
 * `type`: erased by the compiler. `worker`: a thread is started from the file. `value`: everything that runs it,
 * side-effect imports and re-exports included.
 */
export type EdgeKind = 'value' | 'type' | 'dynamic' | 'worker';

export interface Edge {
  readonly from: string;
  /** A path of the tree for what is ours, a package's name for what is not. */
  readonly to: string;
  readonly external: boolean;
  readonly kind: EdgeKind;
  readonly line: number;
}

/** What one file imports, and the imports that cannot be determined from its text. */
export interface Derived {
  readonly edges: Edge[];
  readonly opaque: Violation[];
}

const packageName = (specifier: string): string => {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
};

class Collector {
  readonly edges: Edge[] = [];
  readonly opaque: Violation[] = [];
  constructor(private readonly path: string) {}

  add(specifier: string, kind: EdgeKind, line: number): void {
    const [bare = '', query = ''] = specifier.split('?');
    const threaded = /(?:^|&)(?:shared)?worker(?:&|$)/.test(query) ? 'worker' : kind;
    const external = !bare.startsWith('.');
    const to = external ? packageName(bare) : resolveFrom(this.path, bare);
    this.edges.push({ from: this.path, to, external, kind: threaded, line });
  }

  hidden(line: number, what: string): void {
    this.opaque.push({ path: this.path, line, message: `${what}: what it draws on cannot be derived` });
  }
}

function visitModule(source: ts.SourceFile, collector: Collector, firstLine: number): void {
  const lineOf = (node: ts.Node): number => firstLine + source.getLineAndCharacterOfPosition(node.getStart(source)).line;
  const isMetaUrl = (node: ts.Node | undefined): boolean => node?.getText(source).replace(/\s/g, '') === 'import.meta.url';

  const visitCall = (node: ts.CallExpression): void => {
    const callee = node.expression.getText(source).replace(/\s/g, '');
    const [first] = node.arguments;
    if (node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      if (first && ts.isStringLiteralLike(first)) collector.add(first.text, 'dynamic', lineOf(node));
      else collector.hidden(lineOf(node), 'a computed import()');
    }
    if (['require', 'importScripts', 'import.meta.glob', 'createRequire'].includes(callee)) collector.hidden(lineOf(node), `${callee}()`);
  };

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      collector.add(node.moduleSpecifier.text, node.importClause?.isTypeOnly ? 'type' : 'value', lineOf(node));
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      collector.add(node.moduleSpecifier.text, node.isTypeOnly ? 'type' : 'value', lineOf(node));
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      collector.hidden(lineOf(node), 'import = require()');
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
      collector.add(node.argument.literal.text, 'type', lineOf(node));
    } else if (ts.isCallExpression(node)) {
      visitCall(node);
    } else if (ts.isNewExpression(node) && node.expression.getText(source) === 'URL' && isMetaUrl(node.arguments?.[1])) {
      const target = node.arguments?.[0];
      if (target && ts.isStringLiteralLike(target)) collector.add(target.text, 'worker', lineOf(node));
      else collector.hidden(lineOf(node), 'a computed URL beside the module');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const reference of source.referencedFiles) collector.add(`./${reference.fileName}`, 'type', firstLine);
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;

function visitText(path: string, text: string, collector: Collector, firstLine = 1): void {
  visitModule(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS), collector, firstLine);
}

function visitStyles(text: string, collector: Collector): void {
  for (const match of text.matchAll(/@import\s+(?:url\()?\s*['"]([^'"]+)['"]/g)) {
    if (match[1] !== undefined) collector.add(match[1], 'value', lineAt(text, match.index));
  }
}

function visitComponent(path: string, text: string, collector: Collector): void {
  const markup = text.replace(/<script\b[^>]*>([\s\S]*?)<\/script>/g, (whole: string, script: string, at: number) => {
    visitText(path, script, collector, lineAt(text, at + whole.indexOf(script)));
    return whole.replace(/[^\n]/g, ' ');
  });
  // In markup an import() or a URL stands inside an expression; a small parse from there on finds its argument.
  for (const match of markup.matchAll(/\bimport\s*\(|\bnew\s+URL\s*\(/g)) {
    const rest = markup.slice(match.index);
    const end = rest.indexOf(')');
    visitText(path, rest.slice(0, end + 1), collector, lineAt(markup, match.index));
  }
  visitStyles(markup, collector);
}

/** Every edge of a tree: static, type, side-effect, re-export, dynamic, worker and style imports. */
export function deriveEdges(tree: SourceTree): Derived {
  const edges: Edge[] = [];
  const opaque: Violation[] = [];
  for (const [path, text] of tree) {
    const collector = new Collector(path);
    if (path.endsWith('.svelte')) visitComponent(path, text, collector);
    else if (path.endsWith('.css')) visitStyles(text, collector);
    else if (/\.(?:ts|js|mjs)$/.test(path)) visitText(path, text, collector);
    edges.push(...collector.edges);
    opaque.push(...collector.opaque);
  }
  return { edges, opaque };
}
