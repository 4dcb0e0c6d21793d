/**
 * Reads what a route takes from the query of its address. The router passes on whatever such a check leaves
 * out, so everything that is named but not accepted is overwritten: a screen never meets a value that its
 * types do not know.
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
