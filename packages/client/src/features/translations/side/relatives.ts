import type { KeyReply } from '@dragoman/contract'

type Named = Pick<KeyReply, 'namespace' | 'name'>

/** Returns the search for neighbouring keys: same namespace, same parent. */
export function relativesQuery({ namespace, name }: Named): string {
  const parent = name.slice(0, name.lastIndexOf('.', name.length - 2) + 1)
  const stem = parent === '' ? baseOf(name) : parent
  const key = stem === '' ? '' : ` key:"${stem.replace(/["\\]/g, '\\$&')}*"`
  return `ns:"${namespace.replace(/["\\]/g, '\\$&')}"${key}`
}

/**
 * Returns which of the keys are variants of a key: `friend`, `friend_male` and `friend_female` (i18next contexts).
 * Names that only begin alike, such as `delete_user` and `delete_album`, are not: there has to be a key without the
 * context.
 */
export function variantsOf<K extends Named>(own: Named, keys: readonly K[]): K[] {
  const names = new Set(
    [own, ...keys].filter(({ namespace }) => namespace === own.namespace).map(({ name }) => name),
  )
  const stem = contextOf(own.name, names) ?? own.name
  return keys.filter(
    ({ namespace, name }) =>
      namespace === own.namespace && name !== own.name && (name === stem || contextOf(name, names) === stem),
  )
}

/** Returns the longest known name that a name extends by a context; null: none. */
function contextOf(name: string, names: ReadonlySet<string>): string | null {
  for (let cut = name.lastIndexOf('_'); cut > name.lastIndexOf('.'); cut = name.lastIndexOf('_', cut - 1)) {
    const stem = name.slice(0, cut)
    if (cut > 0 && names.has(stem)) return stem
    if (cut <= 0) return null
  }
  return null
}

function baseOf(name: string): string {
  const cut = name.lastIndexOf('_')
  return cut > 0 ? name.slice(0, cut) : name
}
