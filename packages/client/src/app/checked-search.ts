/**
 * Reads the search parameters of a route. The router keeps parameters that such a check leaves out, so
 * everything that is named but not accepted is overwritten: a screen never receives a value outside its
 * types.
 */
export function checkedSearch<T extends object>(
  names: readonly (keyof T & string)[],
  read: (search: Record<string, unknown>) => T,
) {
  return (search: Record<string, unknown>): T => ({
    ...Object.fromEntries(names.map((name) => [name, undefined])),
    ...read(search),
  })
}
