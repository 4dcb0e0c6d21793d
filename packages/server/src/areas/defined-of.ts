/** Returns an object without what is undefined: what a request left out stays as it is. */
export function definedOf<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const named = Object.entries(given).filter(([, value]) => value !== undefined)
  // the same names, without omitted ones
  return Object.fromEntries(named) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
