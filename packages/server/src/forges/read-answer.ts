/** Thrown if an answer does not have the expected form; `call-forge.ts` turns it into a ForgeError. */
export class WrongForm extends Error {
  override name = 'WrongForm'
}

/** Returns the value at a path of names in an answer, or undefined. */
export function valueAt(answer: unknown, ...path: readonly string[]): unknown {
  let value = answer
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name] // an object with this property, see above
  }
  return value
}

export function textAt(answer: unknown, ...path: readonly string[]): string {
  const value = valueAt(answer, ...path)
  if (typeof value !== 'string') throw new WrongForm(`${path.join('.')} is no text`)
  return value
}

/** Returns a text; null if missing or empty. */
export function optionalTextAt(answer: unknown, ...path: readonly string[]): string | null {
  const value = valueAt(answer, ...path)
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw new WrongForm(`${path.join('.')} is no text`)
  return value
}

export function numberAt(answer: unknown, ...path: readonly string[]): number {
  const value = valueAt(answer, ...path)
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new WrongForm(`${path.join('.')} is no number`)
  return value
}

export function listAt(answer: unknown, ...path: readonly string[]): readonly unknown[] {
  const value = valueAt(answer, ...path)
  if (!Array.isArray(value)) throw new WrongForm(`${path.join('.')} is no list`)
  return value
}

/** Returns the seconds between two times of an answer; null if one is missing. */
export function secondsBetween(from: string | null, to: string | null): number | null {
  if (from === null || to === null) return null
  const ms = Date.parse(to) - Date.parse(from)
  return Number.isFinite(ms) && ms >= 0 ? Math.round(ms / 1000) : null
}

/** Returns the first check of each name: forges list the newest first. */
export function newestByName<T extends { readonly name: string }>(checks: readonly T[]): readonly T[] {
  const byName = new Map<string, T>()
  for (const check of checks) if (!byName.has(check.name)) byName.set(check.name, check)
  return [...byName.values()]
}
