/**
 * A filter as a tree (R57). Every node carries `at`, the 0-based UTF-16 offset in the text it was read from,
 * so that an error can point at it. Trees come from `parseFilter` only.
 */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly at: number; readonly terms: readonly Filter[] }
  | { readonly kind: 'not'; readonly at: number; readonly term: Filter }
  | { readonly kind: 'compare'; readonly at: number; readonly operator: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'in'; readonly at: number; readonly negated: boolean; readonly column: ColumnName; readonly items: readonly Literal[] }
  | {
      readonly kind: 'between';
      readonly at: number;
      readonly negated: boolean;
      readonly column: ColumnName;
      readonly low: Literal;
      readonly high: Literal;
    }
  | { readonly kind: 'like'; readonly at: number; readonly negated: boolean; readonly column: ColumnName; readonly pattern: TextLiteral }
  | { readonly kind: 'null'; readonly at: number; readonly negated: boolean; readonly column: ColumnName }
  /** A BOOLEAN column standing alone: `crc_ok`. */
  | { readonly kind: 'flag'; readonly at: number; readonly column: ColumnName };

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';

export type Operand = ColumnName | Literal;

export interface ColumnName {
  readonly kind: 'column';
  readonly at: number;
  readonly name: string;
}

export interface TextLiteral {
  readonly kind: 'text';
  readonly at: number;
  readonly value: string;
}

export type Literal =
  | TextLiteral
  | { readonly kind: 'boolean'; readonly at: number; readonly value: boolean }
  /** `value` is a bigint where the text is a whole number that BIGINT can hold, so that ids and times stay exact. */
  | { readonly kind: 'number'; readonly at: number; readonly value: number | bigint };

/** What is wrong with a filter's text, and where: `at` is a 0-based UTF-16 offset. */
export interface FilterFault {
  readonly at: number;
  readonly message: string;
  /** Names that would have been accepted there. */
  readonly allowed?: readonly string[];
}
