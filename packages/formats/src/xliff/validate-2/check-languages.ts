import { fail, failTogether, type Report } from './report.ts'
import {
  childrenNamed,
  hasAttribute,
  listCoreElements,
  partsOf,
  type SpecElement,
  tagOf,
  valueOfAttribute,
} from './spec-tree.ts'

/**
 * Checks languages and white space, which are inherited, and the order of targets (4.3.1 and 4.3.2 of XLIFF
 * 2.0).
 */
export function checkLanguages(report: Report, root: SpecElement): void {
  const source = valueOfAttribute(root, 'srcLang')
  const target = valueOfAttribute(root, 'trgLang')
  let isReported = false
  const resources: readonly string[] = ['res:source', 'res:target']
  for (const element of listCoreElements(root)) {
    const { name, parent } = element
    if (name === 'segment' || name === 'ignorable') checkSpace(report, element)
    if (name === 'unit') checkOrder(report, element)
    if (resources.includes(name)) {
      // 5.5.5.4 and 5.5.5.5: like the document's own, if a language is given.
      const expected = name === 'res:source' ? source : target
      if (hasAttribute(element, 'xml:lang') && expected !== null) checkLanguage(report, element, expected)
    }
    if (name !== 'source' && name !== 'target') continue
    if (name === 'target' && target === null && parent?.name !== 'mtc:match') {
      // 4.3.1 trgLang: required if there is a target. Only the first of thousands of targets is reported.
      if (!isReported)
        fail(report, 'missing-attribute', element, null, { tag: tagOf(root), attribute: 'trgLang' })
      isReported = true
      continue
    }
    const isReference = parent?.name === 'mtc:match' && valueOfAttribute(parent, 'reference') === 'yes'
    const expected = name === 'source' ? source : target
    if (expected !== null && !(name === 'target' && isReference)) checkLanguage(report, element, expected)
  }
}

/**
 * Checks 4.2.2.12 and 4.2.2.13: the language of a source or target, its own or inherited, is the document's.
 */
function checkLanguage(report: Report, element: SpecElement, expected: string): void {
  let at: SpecElement | null = element
  while (at !== null && !hasAttribute(at, 'xml:lang')) at = at.parent
  const found = at === null ? null : valueOfAttribute(at, 'xml:lang')
  if (found === null || found === expected || found.toLowerCase() === expected.toLowerCase()) return
  fail(report, 'xliff-language-differs', element, hasAttribute(element, 'xml:lang') ? 'xml:lang' : null, {
    found,
    expected,
  })
}

/** Checks 4.2.2.13: the white space of a target is that of its source. */
function checkSpace(report: Report, holder: SpecElement): void {
  const source = childrenNamed(holder, 'source')[0]
  const target = childrenNamed(holder, 'target')[0]
  if (source === undefined || target === undefined || spaceOf(source) === spaceOf(target)) return
  failTogether(report, target, 'xml:space', '<source xml:space>')
}

function spaceOf(element: SpecElement): string {
  let at: SpecElement | null = element
  while (at !== null && !hasAttribute(at, 'xml:space')) at = at.parent
  return at === null ? 'default' : (valueOfAttribute(at, 'xml:space') ?? 'default')
}

/** Checks 4.3.1 order: every target has its own position, by default that of its segment. */
function checkOrder(report: Report, unit: SpecElement): void {
  const parts = partsOf(unit)
  const isAlone =
    parts.length === 1 && parts.every((part) => part.children.every((side) => !hasAttribute(side, 'order')))
  if (isAlone) return
  const taken = new Set<number>()
  for (const [i, part] of parts.entries()) {
    const target = childrenNamed(part, 'target')[0]
    if (target === undefined) continue
    const order = Number(valueOfAttribute(target, 'order') ?? i + 1)
    if (taken.has(order) || order > parts.length)
      fail(report, 'xliff-bad-value', target, 'order', { attribute: 'order', found: order })
    taken.add(order)
  }
}
