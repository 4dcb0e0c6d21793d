/** The type of an object without the members that are undefined. */
export type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Returns the members of an object that are not undefined. */
export function definedOf<T extends object>(given: T): Defined<T> {
  const defined = Object.entries(given).filter(([, value]) => value !== undefined)
  // The names are those of the type.
  return Object.fromEntries(defined) as Defined<T>
}
