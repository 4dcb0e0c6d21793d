import { append } from '../lists/group-by.ts'
import type { CodeSettings, CodeUse } from './code-use.ts'

export type NamedKey = { readonly namespace: string; readonly name: string }

/** Keys that an app does not use, and uses of keys that do not exist. */
export type CodeCoverage<K extends NamedKey> = {
  /** Keys without any use, in the given order. */
  readonly unused: readonly K[]
  /**
   * Uses of keys that are in none of the namespaces where the app searches; those with a fallback are left
   * out.
   */
  readonly missing: readonly CodeUse[]
}

export type CoverageRequest<K extends NamedKey> = {
  readonly keys: readonly K[]
  readonly uses: readonly CodeUse[]
  readonly settings: CodeSettings
  /** Names of keys that other texts refer to, such as `$t(name)` of i18next, with or without namespace. */
  readonly nested: ReadonlySet<string>
}

/** Compares the keys of a project with the uses in its code. */
export function compareWithCode<K extends NamedKey>(request: CoverageRequest<K>): CodeCoverage<K> {
  const steps = compareInSteps(request, Number.POSITIVE_INFINITY)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Does the same in steps of some keys or uses, between which the caller can let others work. */
export function* compareInSteps<K extends NamedKey>(
  { keys, uses, settings, nested }: CoverageRequest<K>,
  size: number,
): Generator<undefined, CodeCoverage<K>> {
  const namespaces = new Set(keys.map(({ namespace }) => namespace))
  const placesOf = (use: Pick<CodeUse, 'namespaces'>) => namespacesOfUse(use, { namespaces, settings })
  const used = openUsedKeys(placesOf)
  const there = openKeysThere()
  const unused: K[] = []
  const missing: CodeUse[] = []
  yield* inSteps(uses, size, used.add)
  yield* inSteps(keys, size, there.add)
  yield* inSteps(keys, size, (key) => {
    if (!nested.has(key.name) && !isNested(key, nested) && !used.has(key)) unused.push(key)
  })
  yield* inSteps(uses, size, (use) => {
    if (use.kind !== 'key' || use.isOptional || use.key === '') return
    if (!there.has(use, placesOf(use))) missing.push(use)
  })
  return { unused, missing }
}

function* inSteps<T>(items: readonly T[], size: number, work: (item: T) => void): Generator<undefined, void> {
  for (const [at, item] of items.entries()) {
    if (at > 0 && at % size === 0) yield
    work(item)
  }
}

/** Returns the uses of one key; those that name it come first. */
export function usesOfKey(
  key: NamedKey,
  {
    uses,
    namespaces,
    settings,
  }: {
    readonly uses: readonly CodeUse[]
    readonly namespaces: ReadonlySet<string>
    readonly settings: CodeSettings
  },
): readonly CodeUse[] {
  const names = new Map(namesInCode(key.name).map(({ name, byContext }) => [name, byContext]))
  const here = uses.filter((use) => {
    const places = namespacesOfUse(use, { namespaces, settings })
    return places === null || places.has(key.namespace)
  })
  const exact = here.filter((use) => {
    const byContext =
      use.kind !== 'key' ? undefined : stemOf(use.key) === key.name ? false : names.get(use.key)
    return byContext === false || (byContext === true && use.hasContext)
  })
  const byPrefix = here.filter(
    (use) => use.kind === 'prefix' && use.key !== '' && key.name.startsWith(use.key),
  )
  return [...exact, ...byPrefix]
}

/**
 * Returns the names by which code can refer to a key: its own, without its plural suffix, and the parts
 * before a context. `byContext` marks those that only a use with a context refers to.
 */
export function namesInCode(name: string): readonly { readonly name: string; readonly byContext: boolean }[] {
  const stem = stemOf(name)
  const names = [{ name, byContext: false }]
  if (stem !== name && stem !== '') names.push({ name: stem, byContext: false })
  for (let at = stem.lastIndexOf('_'); at > 0; at = stem.lastIndexOf('_', at - 1))
    names.push({ name: stem.slice(0, at), byContext: true })
  return names
}

/** Suffixes of i18next, of the versions in use: `_one`, `_ordinal_two`, `_plural`, `_0`. */
const PLURAL_SUFFIX = /_(?:(?:ordinal_)?(?:zero|one|two|few|many|other)|plural|\d)$/

/** Removes what looks like a plural suffix from a name: code can refer to a single form. */
function stemOf(name: string): string {
  return name.replace(PLURAL_SUFFIX, '')
}

/**
 * Returns the namespaces of a use; null: any. The keys of a project with a single namespace match any
 * namespace in its code.
 */
function namespacesOfUse(
  { namespaces: asked }: Pick<CodeUse, 'namespaces'>,
  { namespaces, settings }: { readonly namespaces: ReadonlySet<string>; readonly settings: CodeSettings },
): ReadonlySet<string> | null {
  if (asked === null || namespaces.size <= 1) return null
  if (asked.length > 0) return new Set([...asked, ...settings.fallbackNamespaces])
  const usual = settings.defaultNamespaces ?? (namespaces.has('translation') ? ['translation'] : null)
  if (usual === null || !usual.some((one) => namespaces.has(one))) return null
  return new Set([...usual, ...settings.fallbackNamespaces])
}

type Places = ReadonlySet<string> | null

/** Collects uses, and returns whether they refer to a key. */
function openUsedKeys(placesOf: (use: CodeUse) => Places) {
  const named = new Map<string, { readonly places: Places; readonly hasContext: boolean }[]>()
  const prefixes = openPrefixes()
  const anywhere: Places[] = []
  const wholly = new Set<string>()
  const mentioned = new Set<string>()

  function add(use: CodeUse): void {
    const places = placesOf(use)
    if (use.kind === 'mention') mentioned.add(use.key)
    else if (use.kind === 'key') {
      const one = { places, hasContext: use.hasContext }
      for (const name of new Set([use.key, stemOf(use.key)])) append(named, name, one)
    } else if (use.key === '') {
      anywhere.push(places)
      // A dynamic key with a namespace can be any key of it.
      if (places !== null && (use.namespaces?.length ?? 0) > 0)
        for (const place of use.namespaces ?? []) wholly.add(place)
    } else prefixes.add(use.key, places)
  }

  function has(key: NamedKey): boolean {
    if (wholly.has(key.namespace)) return true
    const names = namesInCode(key.name)
    for (const { name, byContext } of names)
      if (named.get(name)?.some((use) => (!byContext || use.hasContext) && isIn(use.places, key))) return true
    if (prefixes.has(key)) return true
    // A dynamic key usually comes from a string in the code.
    return (
      mentioned.size > 0 &&
      anywhere.some((places) => isIn(places, key)) &&
      (beginnings(key.name).some((start) => isMentioned(start, key)) ||
        names.some(({ name, byContext }) => !byContext && isMentioned(name, key)))
    )
  }

  function isMentioned(name: string, { namespace }: NamedKey): boolean {
    return mentioned.has(name) || mentioned.has(`${namespace}:${name}`)
  }

  return { add, has }
}

/** Collects the prefixes of dynamic keys, and returns whether a key has one of them: without comparing it with each. */
function openPrefixes() {
  const lengths = new Set<number>()
  const placesOf = new Map<string, Map<string, Places>>()
  return {
    add(prefix: string, places: Places): void {
      lengths.add(prefix.length)
      const known = placesOf.get(prefix) ?? new Map<string, Places>()
      placesOf.set(prefix, known.set(JSON.stringify(places && [...places]), places))
    },
    has(key: NamedKey): boolean {
      for (const length of lengths) {
        const places = length > key.name.length ? undefined : placesOf.get(key.name.slice(0, length))
        if (places !== undefined && [...places.values()].some((some) => isIn(some, key))) return true
      }
      return false
    },
  }
}

function isIn(places: Places, { namespace }: NamedKey): boolean {
  return places === null || places.has(namespace)
}

/** Returns `cart.` and `cart.items.` for `cart.items.title`: how a concatenated string starts. */
function beginnings(name: string): readonly string[] {
  const starts: string[] = []
  for (let at = name.lastIndexOf('.'); at > 0; at = name.lastIndexOf('.', at - 1))
    starts.push(name.slice(0, at + 1))
  return starts
}

/** Collects keys, and returns whether a use refers to one of them. */
function openKeysThere() {
  const direct = new Map<string, Set<string>>()
  const contexts = new Map<string, Set<string>>()
  const addTo = (index: Map<string, Set<string>>, name: string, namespace: string) => {
    const known = index.get(name)
    if (known === undefined) index.set(name, new Set([namespace]))
    else known.add(namespace)
  }
  const isInSome = (found: ReadonlySet<string> | undefined, places: Places) =>
    found !== undefined && (places === null || [...places].some((one) => found.has(one)))
  return {
    add({ namespace, name }: NamedKey): void {
      for (const asked of namesInCode(name)) addTo(asked.byContext ? contexts : direct, asked.name, namespace)
      // An app can request a whole object of keys.
      for (let at = name.lastIndexOf('.'); at > 0; at = name.lastIndexOf('.', at - 1))
        addTo(direct, name.slice(0, at), namespace)
    },
    has: (use: CodeUse, places: Places): boolean =>
      isInSome(direct.get(use.key), places) ||
      isInSome(direct.get(stemOf(use.key)), places) ||
      (use.hasContext && isInSome(contexts.get(use.key), places)),
  }
}

function isNested({ namespace, name }: NamedKey, nested: ReadonlySet<string>): boolean {
  if (nested.size === 0) return false
  return namesInCode(name).some((asked) => nested.has(asked.name) || nested.has(`${namespace}:${asked.name}`))
}

/**
 * Returns the names of keys that a text refers to: `$t(name)` of i18next, `@:name` and `@:{'name'}` of
 * vue-i18n.
 */
export function nestedKeys(text: string): readonly string[] {
  if (!text.includes('$t(') && !text.includes('@')) return []
  return [...text.matchAll(NESTED)].flatMap((found) => found.slice(1).filter((name) => name !== undefined))
}

const NESTED = /\$t\(\s*([^\s,()]+)|@(?:\.\w+)?:(?:\{'([^']+)'\}|\(([^)]+)\)|([\w.$-]*\w))/g
