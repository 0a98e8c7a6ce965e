import ts from 'typescript';

/**
 * Whether an alias follows from a value (`typeof`), alone or through `Immutable`.
 * @param {ts.TypeAliasDeclaration} node
 */
export function isInferred({ type }) {
  /** @param {ts.Node} node @returns {boolean} */
  const inferred = (node) =>
    ts.isTypeQueryNode(node) ||
    (ts.isTypeReferenceNode(node) && node.typeName.getText() === 'Immutable') ||
    ts.forEachChild(node, (child) => inferred(child) || undefined) === true;
  return inferred(type);
}

/**
 * Writes a type out by its members, for types that are inferred from a value and have no declaration to copy.
 * @param {ts.TypeChecker} checker
 * @param {(type: ts.Type) => string | undefined} nameOf name of a type that is published on its own
 * @returns {(type: ts.Type, top?: boolean) => string} `top` writes the members even if the type has a name
 */
export function structureWriter(checker, nameOf) {
  /** @param {ts.Type} type @returns {string} */
  const write = (type, top = false) => {
    const name = top ? undefined : nameOf(type);
    if (name !== undefined) return name;
    if (type.isUnion()) return union(type);
    if (checker.isArrayType(type))
      return `readonly (${checker
        .getTypeArguments(/** @type {ts.TypeReference} */ (type))
        .map((each) => write(each))
        .join()})[]`;
    if (type.flags & ts.TypeFlags.Object) return object(type);
    return checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
  };

  /** @param {ts.UnionType} type null and undefined come last */
  const union = ({ types }) => {
    const empty = types.filter(({ flags }) => flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null));
    const full = types.filter((each) => !empty.includes(each));
    return [...new Set([...full, ...empty].map((each) => write(each)))].join(' | ').replace('false | true', 'boolean');
  };

  /** @param {ts.Type} type */
  const object = (type) => {
    if (type.getCallSignatures().length > 0) throw new Error(`no inferred type may have a function: ${checker.typeToString(type)}`);
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
    if (index) return `Readonly<Record<string, ${write(index.type)}>>`;
    return `{\n${checker.getPropertiesOfType(type).map(member).join('\n')}\n}`;
  };

  /** @param {ts.Symbol} symbol */
  const member = (symbol) => {
    const text = description(symbol);
    const optional = symbol.flags & ts.SymbolFlags.Optional ? '?' : '';
    return `${text === undefined ? '' : `/** ${text} */\n`}readonly ${symbol.name}${optional}: ${write(checker.getTypeOfSymbol(symbol))};`;
  };
  return write;
}

/** @param {ts.Symbol} symbol @returns {string | undefined} text that `.describe()` gives to the member of the schema behind it */
function description(symbol) {
  /** @type {any} TypeScript keeps the member that a mapped type was made of in this internal link only. */
  let origin = symbol;
  while (origin.links?.syntheticOrigin) origin = origin.links.syntheticOrigin;
  let call = origin.declarations?.find(ts.isPropertyAssignment)?.initializer;
  while (call && ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression)) {
    const [text] = call.arguments;
    if (call.expression.name.text === 'describe' && text && ts.isStringLiteralLike(text)) return text.text;
    call = call.expression.expression;
  }
  return undefined;
}
