/** All search parameters of a route; undefined: absent, or not accepted. */
type ReadSearch<T> = { readonly [Name in keyof T]-?: T[Name] | undefined }

/**
 * Reads the search parameters of a route. The router keeps parameters that such a check leaves out, so `read`
 * returns all of them, and what is not accepted is overwritten: a screen never receives a value outside its types.
 */
export function checkedSearch<T extends object>(read: (search: Record<string, unknown>) => ReadSearch<T>) {
  // To a screen, an undefined parameter is an absent one.
  return (search: Record<string, unknown>) => read(search) as T
}

/** Returns a positive whole number, as ids are. */
export function idIn(value: unknown): number | undefined {
  return Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined
}

/** Returns a text that is not empty. The router parses `q=5` as a number. */
export function wordsIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns any value as text: a name can consist of digits. */
export function textIn(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value)
}

/** Returns the one of a list that a value is. */
export function oneOf<T extends string>(list: readonly T[], value: unknown): T | undefined {
  return list.find((one) => one === value)
}
