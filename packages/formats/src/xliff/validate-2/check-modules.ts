import { checkType } from './check-codes.ts'
import { fail, failReference, failTogether, failValue, type Report } from './report.ts'
import {
  ancestorNamed,
  byId,
  childrenNamed,
  descendants,
  hasAttribute,
  listCoreElements,
  perElement,
  type SpecElement,
  tagOf,
  valueOfAttribute,
} from './spec-tree.ts'

/** Checks requirements of the modules beyond their schemas (chapter 5). */
export function checkModules(report: Report, root: SpecElement): void {
  for (const element of listCoreElements(root)) {
    // 5.3.5.2: subFs only together with fs.
    if (hasAttribute(element, 'fs:subFs') && !hasAttribute(element, 'fs:fs'))
      failTogether(report, element, 'fs:subFs', 'fs:fs')
    checkSizes(report, element)
    switch (element.name) {
      case 'mtc:match':
        checkType(report, element)
        break
      case 'gls:glossEntry':
        // 5.2.4.2: a translation or a definition.
        if (!element.children.some(({ name }) => name === 'gls:translation' || name === 'gls:definition')) {
          fail(report, 'expected-text', element, null, { wanted: '<gls:translation> <gls:definition>' })
        }
        break
      case 'res:source':
      case 'res:target':
        // 5.5.5.4 and 5.5.5.5: a reference if and only if there is no content.
        checkResource(report, element)
        break
      case 'ctr:revisions':
        checkRevisions(report, element)
        break
      case 'val:rule':
        checkRule(report, element)
        break
      default:
    }
  }
}

function checkResource(report: Report, element: SpecElement): void {
  const isEmpty = !element.hasCharacters && element.children.length === 0
  if (isEmpty === hasAttribute(element, 'href')) return
  if (isEmpty) fail(report, 'missing-attribute', element, null, { tag: tagOf(element), attribute: 'href' })
  else failTogether(report, element, 'href', `<${tagOf(element)}>`)
}

/** Checks 5.6.4.2 and 5.6.5: the element that revisions belong to, and which of its properties. */
function checkRevisions(report: Report, revisions: SpecElement): void {
  const parent = revisions.parent?.parent ?? null
  const wanted = valueOfAttribute(revisions, 'appliesTo')
  if (parent === null || wanted === null) return
  const around = wanted === 'note' ? childrenNamed(parent, 'notes') : [parent]
  const instances = around.flatMap((holder) => childrenNamed(holder, wanted))
  const reference = valueOfAttribute(revisions, 'ref')
  const withIds = instances.filter((instance) => hasAttribute(instance, 'id'))
  const referred = instances.find(
    (instance) => reference !== null && valueOfAttribute(instance, 'id') === reference,
  )
  if (reference !== null && instances.length > 0 && referred === undefined)
    failReference(report, revisions, 'ref')
  if (reference === null && instances.length > 1 && withIds.length > 0) {
    fail(report, 'missing-attribute', revisions, null, { tag: tagOf(revisions), attribute: 'ref' })
  }
  const instance = referred ?? (instances.length === 1 ? instances[0] : undefined)
  for (const revision of childrenNamed(revisions, 'ctr:revision')) {
    const named = new Set<string>()
    for (const item of childrenNamed(revision, 'ctr:item')) {
      const property = valueOfAttribute(item, 'property') ?? ''
      const isKnown = property === 'content' || instance === undefined || hasAttribute(instance, property)
      // A revision has one value of a property.
      if (!isKnown || named.has(property)) failValue(report, item, 'property')
      named.add(property)
    }
  }
}

const SIZE = /^(?:\*|\d+|\d+,(?:\d+|\*))$/

/** Checks 5.7.5 and 5.7.6: sizes are numbers only in the standard profiles. */
function checkSizes(report: Report, element: SpecElement): void {
  if (element.attributes.length === 0) return
  const info = valueOfAttribute(element, 'slr:sizeInfo')
  const reference = valueOfAttribute(element, 'slr:sizeInfoRef')
  if (info !== null && reference !== null) failTogether(report, element, 'slr:sizeInfo', 'slr:sizeInfoRef')
  if (reference !== null && !isSizeData(element, reference)) failReference(report, element, 'slr:sizeInfoRef')
  // A number must be an integer in any profile: the standard ones count characters or bytes.
  if (info !== null && /^[\d.]+$/.test(info) && !/^\d+$/.test(info))
    failValue(report, element, 'slr:sizeInfo')
  if (!element.attributes.map(({ name }) => name).some((name) => name.startsWith('slr:'))) return
  const file = ancestorNamed(element, 'file') ?? element
  const profiles = childrenNamed(file, 'slr:profiles')[0]
  if (profiles === undefined) return
  const isGeneral = (valueOfAttribute(profiles, 'generalProfile') ?? '').startsWith('xliff:')
  const isStorage = (valueOfAttribute(profiles, 'storageProfile') ?? '').startsWith('xliff:')
  checkPattern(report, element, 'slr:sizeRestriction', isGeneral ? SIZE : null)
  checkPattern(report, element, 'slr:sizeInfo', isGeneral ? /^\d+$/ : null)
  checkPattern(report, element, 'slr:storageRestriction', isStorage ? SIZE : null)
  checkPattern(report, element, 'slr:equivStorage', isStorage ? /^\d+$/ : null)
}

function checkPattern(report: Report, element: SpecElement, attribute: string, pattern: RegExp | null): void {
  const value = valueOfAttribute(element, attribute)
  if (value !== null && pattern !== null && !pattern.test(value)) failValue(report, element, attribute)
}

/**
 * Whether there is size data (5.7.5.10): an element in the `slr:data` alongside the element or one of its
 * ancestors.
 */
function isSizeData(element: SpecElement, id: string): boolean {
  for (let at = element.parent; at !== null; at = at.parent) if (sizeDataIn(at).has(id)) return true
  return false
}

const sizeDataIn = perElement((parent) =>
  byId(childrenNamed(parent, 'slr:data').flatMap((data) => [...descendants(data)])),
)

/**
 * Checks 5.8.4.2: a rule checks one thing; 5.8.5.6: the part of the source that it checks must be searchable.
 */
function checkRule(report: Report, rule: SpecElement): void {
  const standard = ['isPresent', 'isNotPresent', 'startsWith', 'endsWith'].filter((name) =>
    hasAttribute(rule, name),
  )
  const own = rule.attributes.map(({ name }) => name).filter((name) => name.startsWith('{'))
  const count = standard.length + (own.length > 0 ? 1 : 0)
  if (count === 0) fail(report, 'missing-attribute', rule, null, { tag: tagOf(rule), attribute: 'isPresent' })
  if (count > 1) failTogether(report, rule, standard[0] ?? '', standard[1] ?? own[0] ?? '')
  if (hasAttribute(rule, 'existsInSource') && (standard.length !== 1 || standard[0] === 'isNotPresent')) {
    failTogether(report, rule, 'existsInSource', standard[0] ?? 'isPresent')
  }
}
