/** A value that nobody changes, all the way down: what the types of the contract are read as. */
export type Immutable<T> = T extends string | number | boolean | bigint | null | undefined | ((...args: never[]) => unknown)
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Immutable<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]: Immutable<T[Key]> }
      : T;
