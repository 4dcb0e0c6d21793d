import type { CodeSettings, CodeUse } from '@dragoman/core'

/** A use in one file, before the app's settings for separators are known. */
export type FoundUse = Omit<CodeUse, 'key' | 'path'> & {
  readonly text: string
  /** The prefix that a function such as `t` adds to its keys. */
  readonly prefix: string
  /** Whether `ns:key` includes a namespace here. */
  readonly canIncludeNamespace: boolean
}

/**
 * Returns a use of a key that code only names, in a comment or in a text like `$t(key)`: it marks the key as used and
 * requests nothing.
 */
export function namedUse(
  key: string,
  { line, column }: Pick<CodeUse, 'line' | 'column'>,
  { hasContext }: Pick<CodeUse, 'hasContext'>,
): FoundUse {
  return {
    line,
    column,
    kind: 'key',
    text: key,
    prefix: '',
    canIncludeNamespace: true,
    namespaces: null,
    hasContext,
    isOptional: true,
  }
}

/**
 * i18next options in the code that define how keys are written; each is present only if some file sets it.
 */
export type FoundSettings = {
  /** Empty: set, but to an unknown value. */
  readonly defaultNamespaces?: readonly string[]
  readonly fallbackNamespaces?: readonly string[]
  /** False if texts are used as keys. */
  readonly namespaceSeparator?: string | false
  readonly keySeparator?: string | false
}

/**
 * Combines the settings of all files: a repository can contain several apps with different default
 * namespaces. For separators, the last one is used.
 */
export function joinSettings(all: readonly FoundSettings[]): FoundSettings {
  const joined = (name: 'defaultNamespaces' | 'fallbackNamespaces') => {
    const values = all.flatMap((one) => (one[name] === undefined ? [] : [one[name]]))
    const names = values.some((one) => one.length === 0) ? [] : [...new Set(values.flat())]
    return values.length > 0 && { [name]: names }
  }
  return Object.assign({}, ...all, joined('defaultNamespaces'), joined('fallbackNamespaces'))
}

/**
 * Converts a use to the key of the project: prefix added, levels joined by dots, and the namespace separated.
 */
export function finishUse(
  { text, prefix, canIncludeNamespace, ...use }: FoundUse,
  { path, settings }: { readonly path: string; readonly settings: FoundSettings },
): CodeUse {
  const { namespaceSeparator = ':', keySeparator = '.' } = settings
  const cut = canIncludeNamespace && namespaceSeparator ? text.indexOf(namespaceSeparator) : -1
  const namespace = text.slice(0, Math.max(cut, 0))
  const rest = cut < 0 ? '' : text.slice(cut + String(namespaceSeparator).length)
  const isNamed = namesNamespace(namespace, rest || (use.kind === 'prefix' ? '.' : ''))
  const own = isNamed ? rest : text
  const whole = prefix === '' ? own : own === '' && use.kind === 'prefix' ? `${prefix}.` : `${prefix}.${own}`
  const key =
    typeof keySeparator === 'string' && keySeparator !== '.' && keySeparator !== ''
      ? whole.replaceAll(keySeparator, '.')
      : whole
  return { ...use, path, key, namespaces: isNamed ? [namespace] : use.namespaces }
}

/**
 * Whether what is before a separator is a namespace: "Note: see below" and "https://…" are natural-language
 * keys.
 */
export function namesNamespace(namespace: string, key: string): boolean {
  return /^[\w.\-/]+$/.test(namespace) && !/^(?:[\s/]|$)/.test(key)
}

/** Converts the settings for the comparison with a project. */
export function codeSettings({ defaultNamespaces, fallbackNamespaces }: FoundSettings): CodeSettings {
  return { defaultNamespaces: defaultNamespaces ?? null, fallbackNamespaces: fallbackNamespaces ?? [] }
}
