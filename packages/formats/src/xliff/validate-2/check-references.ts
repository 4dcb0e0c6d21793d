import { type FragmentPart, parseFragment } from './fragment.ts'
import { failReference, failTogether, type Report } from './report.ts'
import {
  ancestorNamed,
  byId,
  childrenNamed,
  descendants,
  hasAttribute,
  inFile,
  listCoreElements,
  partsOf,
  perElement,
  type SpecElement,
  valueOfAttribute,
} from './spec-tree.ts'

const WITH_REFERENCE: ReadonlySet<string> = new Set(['mrk', 'sm', 'gls:glossEntry', 'gls:translation'])
const INLINE: ReadonlySet<string> = new Set(['ph', 'pc', 'sc', 'ec', 'mrk', 'sm'])

/**
 * Checks references of annotations, glossaries and matches (4.4, 4.7.3 and the modules). References to other
 * documents are not followed.
 */
export function checkReferences(report: Report, root: SpecElement): void {
  for (const element of listCoreElements(root)) {
    if (element.name === 'mtc:match') checkMatch(report, element)
    else if (WITH_REFERENCE.has(element.name)) checkReference(report, root, element)
  }
}

function checkReference(report: Report, root: SpecElement, element: SpecElement): void {
  const reference = valueOfAttribute(element, 'ref')
  const isComment =
    valueOfAttribute(element, 'type') === 'comment' && (element.name === 'mrk' || element.name === 'sm')
  // 4.7.3.1.3: a comment is in the value or in a note of the unit, never both.
  if (isComment && hasAttribute(element, 'value') === (reference !== null)) {
    failTogether(report, element, reference === null ? 'type' : 'ref', 'value')
    return
  }
  if (reference === null || (!reference.startsWith('#') && !isComment)) return
  const parts = parseFragment(reference)
  const found = parts === null ? null : resolve(root, element, parts)
  const unit = ancestorNamed(element, 'unit')
  const isUnitsNote = found !== null && found.name === 'note' && found.parent?.parent === unit
  if (found === null || (isComment && !isUnitsNote)) failReference(report, element, 'ref')
}

/** Checks 5.1.6.5: a span of text in the unit of the match. */
function checkMatch(report: Report, match: SpecElement): void {
  const reference = valueOfAttribute(match, 'ref')
  const unit = ancestorNamed(match, 'unit')
  if (reference === null || unit === null) return
  const leaf = parseFragment(reference)?.at(-1)
  const isText =
    leaf !== undefined && (leaf.prefix === null || leaf.prefix === 't') && partOf(unit, leaf) !== null
  if (!isText) failReference(report, match, 'ref')
}

/** Returns the element for a fragment identifier, null if there is none. */
function resolve(root: SpecElement, from: SpecElement, parts: readonly FragmentPart[]): SpecElement | null {
  const isFull = parts.some(({ prefix }) => prefix === 'f')
  let file: SpecElement | null = isFull ? null : ancestorNamed(from, 'file')
  let scope: SpecElement | null = null
  for (const part of parts) {
    if (part.prefix === 'f') {
      file = filesOf(root).get(part.id) ?? null
      scope = file
    } else if (part.prefix === 'g' || part.prefix === 'u') {
      scope =
        file === null ? null : (inFile(file, part.prefix === 'g' ? 'group' : 'unit').get(part.id) ?? null)
    } else {
      const within: SpecElement | null = parts.length === 1 ? ancestorNamed(from, 'unit') : scope
      return within === null ? null : partOf(within, part)
    }
    if (scope === null) return null
  }
  return scope
}

function partOf(scope: SpecElement, { prefix, id }: FragmentPart): SpecElement | null {
  switch (prefix) {
    case 'n':
      return notesOf(scope).get(id) ?? null
    case 'd':
      return dataOf(scope).get(id) ?? null
    case null:
      return sourcesOf(scope).get(id) ?? null
    case 't':
      return targetsOf(scope).get(id) ?? null
    default:
      return everythingIn(scope).get(id) ?? null
  }
}

const filesOf = perElement((root) => byId(childrenNamed(root, 'file')))
const notesOf = perElement((scope) =>
  byId(childrenNamed(scope, 'notes').flatMap((notes) => childrenNamed(notes, 'note'))),
)
const dataOf = perElement((scope) =>
  byId(childrenNamed(scope, 'originalData').flatMap((list) => childrenNamed(list, 'data'))),
)
const sourcesOf = perElement((unit) => spansOf(unit, 'source'))
const targetsOf = perElement((unit) => spansOf(unit, 'target'))
const everythingIn = perElement((scope) => byId(descendants(scope)))

/** Returns the segments, and the codes and annotations in one side of them. */
function spansOf(unit: SpecElement, side: string): ReadonlyMap<string, SpecElement> {
  const parts = partsOf(unit)
  const inner = parts
    .flatMap((part) => childrenNamed(part, side))
    .flatMap((value) => [...listCoreElements(value)])
  return byId([...parts, ...inner.filter(({ name }) => INLINE.has(name))])
}
