import ts from 'typescript';
import { page } from './markdown.mjs';

/**
 * The members of `window.workbench` with their comments.
 * @param {string} source text of src/workbench/public.ts
 */
export function interfacePage(source) {
  const file = ts.createSourceFile('public.ts', source, ts.ScriptTarget.Latest, true);
  const workbench = file.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === 'Workbench');
  if (!workbench || !ts.isInterfaceDeclaration(workbench)) throw new Error('src/workbench/public.ts: expected the interface Workbench');
  const options = file.statements.filter(
    (node) =>
      ts.isInterfaceDeclaration(node) && node !== workbench && node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  );
  return page(
    '# window.workbench',
    commentOf(workbench),
    'The types of arguments and answers are in [`workbench.d.ts`](../../public/workbench.d.ts), which every build publishes beside the page. [How to use the interface](../how-to/scripting.md).',
    workbench.members.flatMap((member) => memberParts(member, '')),
    '## Options',
    options.flatMap((node) => {
      if (!ts.isInterfaceDeclaration(node)) return [];
      return [`### ${node.name.text}`, commentOf(node), list(node.members)].filter((part) => part !== '');
    }),
  );
}

/** @param {ts.TypeElement} member @param {string} prefix @returns {string[]} */
function memberParts(member, prefix) {
  const name = `${prefix}${nameOf(member)}`;
  const type = ts.isPropertySignature(member) ? member.type : undefined;
  if (type && ts.isTypeLiteralNode(type) && type.members.some(ts.isMethodSignature))
    return [`## ${name}`, commentOf(member), ...type.members.flatMap((inner) => memberParts(inner, `${name}.`))].filter(
      (part) => part !== '',
    );
  return [`### ${name}`, `\`\`\`ts\n${signature(member)}\n\`\`\``, commentOf(member)].filter((part) => part !== '');
}

/** @param {ts.NodeArray<ts.TypeElement>} members */
const list = (members) =>
  members.map((member) => [`- \`${signature(member)}\``, commentOf(member)].filter((part) => part !== '').join(': ')).join('\n');

const nameOf = (/** @type {ts.TypeElement} */ { name }) => name?.getText() ?? '';

/** The text of a member on one line, without inner comments. @param {ts.TypeElement} member */
const signature = (member) =>
  member
    .getText()
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(/^readonly /, '')
    .replace(/;$/, '');

/** @param {ts.Node} node */
const commentOf = (node) => {
  const comment = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1)?.comment;
  return (ts.getTextOfJSDocComment(comment) ?? '').replaceAll(/\s*\n\s*/g, ' ').trim();
};
