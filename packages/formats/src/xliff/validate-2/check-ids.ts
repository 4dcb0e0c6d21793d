import { failDuplicate, type Report } from './report.ts'
import {
  ancestorNamed,
  childrenNamed,
  descendants,
  hasCodes,
  isExtension,
  partsOf,
  type SpecElement,
  valueOfAttribute,
} from './spec-tree.ts'

/**
 * The scope in which each kind of id must be unique (4.3.1 id; the modules define it for their own
 * attributes).
 */
const SCOPES: readonly { readonly scope: string; readonly of: readonly string[] }[] = [
  { scope: 'xliff', of: ['file'] },
  { scope: 'file', of: ['group'] },
  { scope: 'file', of: ['unit'] },
  { scope: 'notes', of: ['note'] },
  { scope: 'originalData', of: ['data'] },
  { scope: 'mtc:matches', of: ['mtc:match'] },
  { scope: 'gls:glossary', of: ['gls:glossEntry', 'gls:translation'] },
  { scope: 'mda:metadata', of: ['mda:metaGroup'] },
  { scope: 'res:resourceData', of: ['res:resourceItem', 'res:resourceItemRef'] },
]

/** The same by the name of the element. */
const SCOPE_OF = new Map(
  SCOPES.flatMap(({ scope, of }) => of.map((name) => [name, { scope, kind: of.join() }] as const)),
)

const CODES: ReadonlySet<string> = new Set(['ph', 'pc', 'sc', 'ec', 'mrk', 'sm'])

export function checkIds(report: Report, root: SpecElement): void {
  const seen = new Map<SpecElement, Map<string, Set<string>>>()
  for (const element of descendants(root)) {
    const { name } = element
    const known = SCOPE_OF.get(name)
    const within = known === undefined ? null : ancestorNamed(element, known.scope)
    if (known !== undefined && within !== null) note(report, seen, within, known.kind, element)
    if (name === 'unit') checkParts(report, element)
    if (name === 'file' || name === 'group' || name === 'unit') checkExtensions(report, element)
  }
}

function note(
  report: Report,
  seen: Map<SpecElement, Map<string, Set<string>>>,
  within: SpecElement,
  kind: string,
  element: SpecElement,
): void {
  const id = valueOfAttribute(element, 'id')
  if (id === null) return
  const kinds = seen.get(within) ?? new Map<string, Set<string>>()
  seen.set(within, kinds)
  const ids = kinds.get(kind) ?? new Set<string>()
  kinds.set(kind, ids)
  if (ids.has(id)) failDuplicate(report, element, 'id')
  ids.add(id)
}

/**
 * Checks 4.3.1 id: segments, ignorables, codes and annotations of a unit share one namespace of ids; a target
 * repeats those of its source.
 */
function checkParts(report: Report, unit: SpecElement): void {
  const parts = partsOf(unit)
  // One part without codes has at most one id.
  if (parts.length === 1 && !hasCodes(parts)) return
  const ofParts = new Set<string>()
  const ofSources = new Set<string>()
  const ofTargets = new Set<string>()
  const add = (element: SpecElement, ids: Set<string>) => {
    const id = valueOfAttribute(element, 'id')
    if (id === null) return
    if (ids.has(id) || ofParts.has(id)) failDuplicate(report, element, 'id')
    ids.add(id)
  }
  for (const part of parts) add(part, ofParts)
  for (const part of parts) {
    for (const side of part.children) {
      if (side.children.length === 0) continue
      const ids = side.name === 'source' ? ofSources : ofTargets
      for (const element of descendants(side)) if (CODES.has(element.name)) add(element, ids)
    }
  }
}

/**
 * Checks 4.3.1 id and xml:id of extensions: unique in the file, group or unit that is the parent of the
 * extension.
 */
function checkExtensions(report: Report, parent: SpecElement): void {
  const extensions = parent.children.filter(isExtension)
  if (extensions.length === 0) return
  const ids = new Set<string>()
  for (const extension of extensions) {
    for (const element of descendants(extension)) {
      for (const attribute of ['id', 'xml:id']) {
        const id = valueOfAttribute(element, attribute)
        if (id === null) continue
        if (ids.has(id)) failDuplicate(report, element, attribute)
        ids.add(id)
      }
    }
  }
}

/** Returns the original data that codes within an element can refer to. */
export function dataIds(parent: SpecElement): ReadonlySet<string> {
  const data = childrenNamed(parent, 'originalData').flatMap((list) => childrenNamed(list, 'data'))
  return new Set(data.map((element) => valueOfAttribute(element, 'id') ?? ''))
}
