import ts from 'typescript';
import { within, type SourceTree, type Violation } from './tree.ts';

/** Rooms that get the platform as arguments. */
export const PURE = [
  'src/base',
  'src/ble',
  'src/tables',
  'src/selection',
  'src/statements',
  'src/tools',
  'src/planner',
  'src/live/serial',
  'src/answers',
];

/** Rooms that run in a worker and in Node: they may use the platform, but nothing that only a page has. */
export const PAGELESS = `base ble tables selection tools planner engine kernels capture merge keyring export session wire workbench core`
  .split(' ')
  .map((room) => `src/${room}`);

/** What neither a worker nor Node has. */
const PAGE = new Set(
  `window document history screen localStorage sessionStorage cookieStore alert confirm prompt requestAnimationFrame requestIdleCallback
  HTMLElement HTMLCanvasElement DOMParser MutationObserver ResizeObserver matchMedia getComputedStyle`.split(/\s+/),
);

/** DOM, network, storage, clock, chance, threads, process. */
const PLATFORM = new Set(
  `window document self globalThis navigator location history screen localStorage sessionStorage indexedDB caches cookieStore
  fetch XMLHttpRequest WebSocket EventSource Worker SharedWorker BroadcastChannel importScripts postMessage alert confirm prompt
  performance setTimeout setInterval setImmediate requestAnimationFrame requestIdleCallback scheduler
  process require Buffer global eval Function console`.split(/\s+/),
);

/** Objects that are half pure: what may be used of them. */
const PARTLY: Record<string, ReadonlySet<string>> = {
  Math: new Set(Object.getOwnPropertyNames(Math).filter((name) => name !== 'random')),
  Date: new Set(['UTC', 'parse']),
  crypto: new Set(['subtle']),
  AbortSignal: new Set(['any', 'abort']),
};

/** An identifier that stands for a value, not for a property's name or a type. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent) || ts.isTypeReferenceNode(parent) || ts.isExpressionWithTypeArguments(parent)) return false;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false;
  if (ts.isMethodDeclaration(parent) || ts.isPropertySignature(parent) || ts.isMethodSignature(parent)) return false;
  if (ts.isPropertyDeclaration(parent) || ts.isEnumMember(parent)) return parent.initializer === node;
  if (ts.isGetAccessor(parent) || ts.isSetAccessor(parent) || ts.isNamedTupleMember(parent) || ts.isLabeledStatement(parent)) return false;
  return true;
}

function misuse(node: ts.Identifier): string | null {
  if (PLATFORM.has(node.text)) return `uses ${node.text}`;
  const allowed = PARTLY[node.text];
  if (!allowed) return null;
  const { parent } = node;
  if (ts.isNewExpression(parent) && parent.expression === node) {
    return node.text === 'Date' && (parent.arguments?.length ?? 0) === 0 ? 'uses new Date() without a time' : null;
  }
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword) return null;
  if (ts.isPropertyAccessExpression(parent)) return allowed.has(parent.name.text) ? null : `uses ${node.text}.${parent.name.text}`;
  return `uses ${node.text} as a whole`;
}

const onlyOfPages = (node: ts.Identifier): string | null => (PAGE.has(node.text) ? `uses ${node.text}, which only a page has` : null);

/** Uses of the platform in rooms that get it as arguments. Names are resolved by scope: a parameter called `window` is none. */
export const judgePurity = (tree: SourceTree): Violation[] => judgeNames(tree, PURE, misuse);

/** Uses of what only a page has in rooms that run without one. */
export const judgePageless = (tree: SourceTree): Violation[] => judgeNames(tree, PAGELESS, onlyOfPages);

function judgeNames(tree: SourceTree, rooms: readonly string[], judge: (node: ts.Identifier) => string | null): Violation[] {
  const judged = [...tree.keys()].filter((path) => path.endsWith('.ts') && rooms.some((room) => within(path, room)));
  const options: ts.CompilerOptions = {
    noLib: true,
    noResolve: true,
    types: [],
    target: ts.ScriptTarget.Latest,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  const host: ts.CompilerHost = {
    getSourceFile: (path, target) => {
      const text = tree.get(path);
      return text === undefined ? undefined : ts.createSourceFile(path, text, target, true);
    },
    getDefaultLibFileName: () => 'lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => tree.has(path),
    readFile: (path) => tree.get(path),
  };
  const program = ts.createProgram(judged, options, host);
  const checker = program.getTypeChecker();
  return judged.flatMap((path) => {
    const source = program.getSourceFile(path);
    const found: Violation[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) && isReference(node)) {
        const message = judge(node);
        const symbol = ts.isShorthandPropertyAssignment(node.parent)
          ? checker.getShorthandAssignmentValueSymbol(node.parent)
          : checker.getSymbolAtLocation(node);
        const local = (symbol?.declarations?.length ?? 0) > 0;
        if (message !== null && !local && source) {
          found.push({ path, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, message });
        }
      }
      ts.forEachChild(node, visit);
    };
    if (source) visit(source);
    return found;
  });
}
