/** True if two types are the same, readonly and optional properties included. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Does not compile unless the value has exactly the type. */
export const expectType =
  <T>() =>
  <U>(_value: U, ..._equal: Equal<T, U> extends true ? [] : [never]): void => {}
