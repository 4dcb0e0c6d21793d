/** One part of a fragment identifier: `n=n1` has a prefix, `s1` has none. */
export type FragmentPart = { readonly prefix: string | null; readonly id: string }

/**
 * Core prefixes in their required order, then leaves: notes, data, inline elements of the target, modules
 * (4.4 of XLIFF 2.0).
 */
const LEVELS: ReadonlyMap<string, number> = new Map([
  ['f', 0],
  ['g', 1],
  ['u', 2],
  ['n', 3],
  ['d', 3],
  ['t', 3],
])

/** Prefixes of modules, and of extensions registered with OASIS (4.4.2). */
const REGISTERED: ReadonlySet<string> = new Set([
  'ctr',
  'fs',
  'gls',
  'its',
  'itsm',
  'mda',
  'mtc',
  'res',
  'slr',
  'tbx',
  'val',
])

/** Returns the parts of a reference within a document, `#f=f1/u=u1/n=n1`; null if it is invalid. */
export function parseFragment(reference: string): readonly FragmentPart[] | null {
  if (!/^#\/?[^/]/.test(reference)) return null
  const parts: FragmentPart[] = []
  let level = -1
  for (const piece of reference.replace(/^#\/?/, '').split('/')) {
    const equals = piece.indexOf('=')
    const prefix = equals < 0 ? null : piece.slice(0, equals)
    const id = piece.slice(equals + 1)
    if (id === '') return null
    const next = prefix === null ? 3 : (LEVELS.get(prefix) ?? (REGISTERED.has(prefix) ? 3 : -1))
    // Each level once and from the outside in; the last part is the only leaf.
    if (next <= level) return null
    level = next
    parts.push({ prefix, id })
  }
  return parts
}
