import ts from 'typescript';

/**
 * Compares values with the types of a program's file. For each place that does not fit it returns a line: a member that the
 * type does not declare, a required member that is absent, a value of another type.
 */
export function declaredTypes(program: ts.Program, file: string) {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  if (!module) throw new Error(`${file} is no module of the program`);
  const exported = new Map(checker.getExportsOfModule(module).map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]));

  function faults(value: unknown, type: ts.Type, path: string): string[] {
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [];
    // The member of the union with the fewest faults is the one that was meant.
    if (type.isUnion())
      return type.types.map((each) => faults(value, each, path)).reduce((best, each) => (each.length < best.length ? each : best));
    if (Array.isArray(value) && checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference);
      return element ? value.flatMap((each, at) => faults(each, element, `${path}[${String(at)}]`)) : [];
    }
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isObject && !checker.isArrayType(type) && type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))
      return membersOf(value, type, path);
    return isLeaf(value, type) ? [] : [`${path}: ${JSON.stringify([value]).slice(1, -1)} is no ${checker.typeToString(type)}`];
  }

  function membersOf(value: object, type: ts.Type, path: string): string[] {
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)?.type;
    const found = Object.entries(value).flatMap(([name, each]) => {
      const property = type.getProperty(name);
      const declared = property ? checker.getTypeOfSymbol(property) : index;
      return declared ? faults(each, declared, `${path}.${name}`) : [`${path}.${name} is not declared`];
    });
    const absent = type
      .getProperties()
      .filter(({ name, flags }) => !(flags & ts.SymbolFlags.Optional) && !Object.hasOwn(value, name))
      .map(({ name }) => `${path}.${name} is absent`);
    return [...found, ...absent];
  }

  function isLeaf(value: unknown, type: ts.Type): boolean {
    if (value === undefined) return (type.flags & ts.TypeFlags.Undefined) !== 0;
    if (value === null) return (type.flags & ts.TypeFlags.Null) !== 0;
    if (typeof value === 'function') return type.getCallSignatures().length > 0;
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value === value;
    if (type.flags & ts.TypeFlags.BooleanLiteral) return typeof value === 'boolean' && checker.typeToString(type) === String(value);
    if (type.flags & ts.TypeFlags.String) return typeof value === 'string';
    return (type.flags & ts.TypeFlags.Number) !== 0 && typeof value === 'number';
  }

  /** @param name of a type that the file exports */
  return (value: unknown, name: string): string[] => {
    const type = exported.get(name);
    if (!type) throw new Error(`${file} exports no type ${name}`);
    return faults(value, type, name);
  };
}
