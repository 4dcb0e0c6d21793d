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
 * Whether keys are variants of each other: `friend`, `friend_male` and `friend_female` (i18next contexts).
 */
export function isRelative(a: Named, b: Named): boolean {
  if (a.namespace !== b.namespace || a.name === b.name) return false
  return (
    a.name.startsWith(`${b.name}_`) ||
    b.name.startsWith(`${a.name}_`) ||
    (a.name.includes('_') && baseOf(a.name) === baseOf(b.name) && b.name.includes('_'))
  )
}

function baseOf(name: string): string {
  const cut = name.lastIndexOf('_')
  return cut > 0 ? name.slice(0, cut) : name
}
