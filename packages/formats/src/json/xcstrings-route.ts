import { categoryNamed, type EntryPath, isPlainKeyName, type PluralCategory } from '@dragoman/core'
import type { EntryUnit } from '../format.ts'
import { hasLoneSurrogate } from '../source/lone-surrogates.ts'

/**
 * The position of a text in a string catalog below the localization of its key: by device and substitution,
 * down to the plural category. Every step is a kind and a name.
 */
export type Route = {
  readonly key: string
  readonly steps: readonly Step[]
  readonly form: PluralCategory | null
}
export type Step = { readonly kind: StepKind; readonly name: string }
export type StepKind = 'device' | 'substitutions' | 'plural'

/** Xcode's own separator between a key and its variation, in the files it exports for translators. */
const SEPARATOR = '|==|'

export function routePath({ key, steps }: Route): EntryPath {
  return steps.length === 0 ? [key] : [key, ...steps.flatMap((step) => [step.kind, step.name])]
}

/** Returns the unit of a route, or null if its name cannot be that of a key. */
export function routeUnit(route: Route): EntryUnit | null {
  const key = printable(route.key)
  const name =
    route.steps.length === 0
      ? key
      : `${key}${SEPARATOR}${route.steps.map((step) => `${step.kind}.${step.name}`).join('.')}`
  if (route.key === '' || !isPlainKeyName(name) || hasLoneSurrogate(name)) return null
  const path = routePath(route)
  return route.form === null
    ? { name, plural: 'none', form: 'other', path }
    : { name, plural: 'cardinal', form: route.form, path }
}

/**
 * Returns the route for an edit's path and unit; a path of another format is one key, joined with dots. Null
 * for a plural that Xcode does not have.
 */
export function routeFor(path: EntryPath, unit: EntryUnit | undefined): Route | null {
  const [key, ...rest] = path
  const steps = stepsOf(rest)
  const named =
    typeof key === 'string' && steps !== null ? { key, steps } : { key: path.join('.'), steps: [] }
  if (unit === undefined || unit.plural === 'none') return { ...named, form: null }
  const form = categoryNamed(unit.form)
  return unit.plural === 'cardinal' && form !== null ? { ...named, form } : null
}

export function isSameVariation(a: Route, b: Route): boolean {
  const [one, other] = [routePath(a), routePath(b)]
  return (
    a.form === b.form && one.length === other.length && one.every((part, i) => i === 0 || part === other[i])
  )
}

const STEP_KINDS: readonly StepKind[] = ['device', 'substitutions', 'plural']

function stepsOf(parts: EntryPath): readonly Step[] | null {
  const steps: Step[] = []
  for (let i = 0; i < parts.length; i += 2) {
    const kind = STEP_KINDS.find((known) => known === parts[i])
    const name = parts[i + 1]
    if (kind === undefined || typeof name !== 'string' || name === '') return null
    if (kind === 'plural' && categoryNamed(name) === null) return null
    steps.push({ kind, name })
  }
  // The text of a plural category itself is a form, not a step.
  return steps.at(-1)?.kind === 'plural' ? null : steps
}

/**
 * Replaces control characters by Unicode's control pictures: texts used as keys can have line breaks, names
 * cannot.
 */
function printable(key: string): string {
  if (!/[\u0000-\u001f\u007f]/.test(key)) return key
  return key.replace(/[\u0000-\u001f\u007f]/g, (char) =>
    char === '\u007f' ? '\u2421' : String.fromCharCode(0x2400 + char.charCodeAt(0)),
  )
}
