import { schemaHashes, validators } from './generated/validators.js';
import { explain, faultsOfAjv, faultsOfZod, mergeFaults, type AjvError, type Explained } from './faults.ts';
import { jsonSchemaOf } from './derive-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { publishedSchemas, type CheckedSchema } from './published.ts';
import type { ToolError } from './result.ts';
import type { z } from './zod.ts';

/**
 * The only entry point to ajv at run time. Its validators are compiled at build time (`.ci/validators.mjs`), because the content security
 * policy forbids code from text. Input is checked by both zod and ajv, which must agree. An answer is first checked by ajv alone, because
 * zod takes four times as long; tests show that the two agree on answers.
 */
export type AheadOfTime = ((value: unknown) => boolean) & { errors?: readonly AjvError[] | null };

/** A schema with its two validators. */
export interface Checker {
  readonly schema: JsonSchema;
  check(value: unknown, prefix?: readonly string[]): Checked;
  /** Returns the first fault of a value, after checking with both validators; undefined if the compiled one finds none. */
  fault(value: unknown, prefix?: readonly string[]): ToolError | undefined;
}

export interface Checked extends Explained {
  readonly zod: boolean;
  readonly ajv: boolean;
  /** The value with defaults filled in; undefined if it is invalid. */
  readonly value: unknown;
}

export function checkerOf(zodSchema: z.ZodType, io: 'input' | 'output', validator: AheadOfTime): Checker {
  // Derived on first use, because only listing and error messages need it, and deriving takes longer than a hundred checks.
  let derived: JsonSchema | undefined;
  const schemaOf = (): JsonSchema => (derived ??= jsonSchemaOf(zodSchema, io));
  const checker: Checker = {
    get schema() {
      return schemaOf();
    },
    fault: (value, prefix) => (validator(value) ? undefined : checker.check(value, prefix).errors[0]),
    check(value, prefix = []) {
      const parsed = zodSchema.safeParse(value);
      const ajv = validator(value);
      if (parsed.success && ajv) return { zod: true, ajv: true, value: parsed.data, errors: [], count: 0 };
      const faults = mergeFaults(
        parsed.success ? [] : faultsOfZod(parsed.error.issues, value),
        ajv ? [] : faultsOfAjv(validator.errors ?? [], value),
      );
      return { zod: parsed.success, ajv, value: undefined, ...explain(faults, schemaOf(), value, prefix) };
    },
  };
  return checker;
}

const published = new Map<string, Checker>();

/** Returns the checker of one of the contract's own shapes. */
export function contractChecker(name: CheckedSchema): Checker {
  let checker = published.get(name);
  if (checker === undefined) {
    const { schema, io } = publishedSchemas[name];
    checker = checkerOf(schema, io, generated(name) as AheadOfTime);
    published.set(name, checker);
  }
  return checker;
}

/** Returns the generated validator with this id; for the arguments of tools, the id is `tool:<name>@<version>:input`. */
export const generated = (id: string): AheadOfTime | undefined => (Object.hasOwn(validators, id) ? validators[id] : undefined);

/** SHA-256 over both schemas of a tool, by `<name>@<version>`. */
export const schemaHashOf = (tool: string): string | undefined => (Object.hasOwn(schemaHashes, tool) ? schemaHashes[tool] : undefined);
