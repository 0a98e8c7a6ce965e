/** A deeply read-only type, used for all values of the contract. */
export type Immutable<T> = T extends string | number | boolean | bigint | null | undefined | ((...args: never[]) => unknown)
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Immutable<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Immutable<T[Key]> }
      : T;
