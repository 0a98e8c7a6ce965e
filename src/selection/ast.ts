/**
 * The syntax tree of a filter (R57). In every node, `at` is the UTF-16 offset in the text, counted from 0, so that errors can point to it.
 * Only `parseFilter` creates trees.
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
  /** A BOOLEAN column as a condition by itself, such as `crc_ok`. */
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
  /** A number. `value` is a bigint if the text is an integer within BIGINT, so that ids and times are exact. */
  | { readonly kind: 'number'; readonly at: number; readonly value: number | bigint };

/** What is wrong with the text of a filter; `at` is the UTF-16 offset, counted from 0. */
export interface FilterFault {
  readonly at: number;
  readonly message: string;
  /** Names that would be valid at the position of the fault. */
  readonly allowed?: readonly string[];
}
