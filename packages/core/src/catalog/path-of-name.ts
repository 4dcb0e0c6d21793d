import type { EntryPath } from './unit.ts'

export type NamedPlace = {
  /** Whether the key is nested, split at dots, where no array of the namespace decides it. */
  readonly isNested: boolean
  /** The path of the key so far, if it has one. */
  readonly old?: EntryPath
  /** Paths of other keys of the namespace: these say where it has arrays. */
  readonly others?: Iterable<EntryPath>
}

/**
 * Returns the path of a key with this name in a file. Steps of its old path above and below the change stay, and a
 * number is the index of an array where the namespace has one, because an array with a key like an object's is an
 * object for apps. A name with empty parts stays whole.
 */
export function pathOfName(name: string, { isNested, old = [], others = [] }: NamedPlace): EntryPath {
  if (old.length > 0 && old.join('.') === name) return old
  if (name.split('.').includes('')) return [name]
  const path: (string | number)[] = []
  let rest = name
  for (const step of old) {
    if (!rest.startsWith(`${step}.`)) break
    path.push(step)
    rest = rest.slice(`${step}.`.length)
  }
  const below: (string | number)[] = []
  for (const step of old.slice(path.length).reverse()) {
    if (!rest.endsWith(`.${step}`)) break
    below.unshift(step)
    rest = rest.slice(0, -`.${step}`.length)
  }
  const parts = rest.split('.')
  const arrays = parts.some(isArrayIndex) ? arraysOf([old, ...others]) : new Set()
  for (const part of parts) path.push(isArrayIndex(part) && arrays.has(placeOf(path)) ? Number(part) : part)
  path.push(...below)
  return isNested || path.some((step) => typeof step === 'number') ? path : [name]
}

/** Returns whether a part of a name can be the index of an array. */
export function isArrayIndex(part: string): boolean {
  return /^(?:0|[1-9]\d{0,8})$/.test(part)
}

function arraysOf(paths: readonly EntryPath[]): ReadonlySet<string> {
  const arrays = new Set<string>()
  for (const path of paths)
    for (const [index, step] of path.entries())
      if (typeof step === 'number') arrays.add(placeOf(path.slice(0, index)))
  return arrays
}

function placeOf(path: EntryPath): string {
  return JSON.stringify(path)
}
