import { dataIds } from './check-ids.ts'
import { fail, failReference, failTogether, failValue, type Report } from './report.ts'
import {
  ancestorNamed,
  byId,
  childrenNamed,
  hasAttribute,
  hasCodes,
  inFile,
  listCoreElements,
  partsOf,
  perElement,
  type SpecElement,
  tagOf,
  valueOfAttribute,
} from './spec-tree.ts'

const CODES: ReadonlySet<string> = new Set(['ph', 'pc', 'sc', 'ec'])

/**
 * Checks codes and annotations one by one (4.2.3 and 4.3.1), and spans that start and end in different
 * elements.
 */
export function checkCodes(report: Report, root: SpecElement): void {
  for (const element of listCoreElements(root)) {
    if (element.name === 'segment') checkState(report, element)
    if (element.name === 'skeleton') checkSkeleton(report, element)
    if (element.name === 'unit') checkUnit(report, element)
    if (element.name === 'mtc:match') {
      for (const side of element.children)
        if (side.name === 'source' || side.name === 'target') checkSide(report, [side], element, true)
    }
  }
}

/** Checks 4.3.1 subState: only together with a state. */
function checkState(report: Report, segment: SpecElement): void {
  if (hasAttribute(segment, 'subState') && !hasAttribute(segment, 'state'))
    failTogether(report, segment, 'subState', 'state')
}

/** Checks 4.2.2.3: empty if and only if it points to another file. */
function checkSkeleton(report: Report, skeleton: SpecElement): void {
  const isEmpty = !skeleton.hasCharacters && skeleton.children.length === 0
  if (isEmpty !== hasAttribute(skeleton, 'href')) {
    if (isEmpty)
      fail(report, 'missing-attribute', skeleton, null, { tag: tagOf(skeleton), attribute: 'href' })
    else failTogether(report, skeleton, 'href', '<skeleton>')
  }
}

function checkUnit(report: Report, unit: SpecElement): void {
  const parts = partsOf(unit)
  // 4.2.2.5: at least one segment. A unit without any part is reported already.
  if (parts.length > 0 && !parts.some((part) => part.name === 'segment'))
    fail(report, 'expected-text', unit, null, { wanted: '<segment>' })
  if (!hasCodes(parts)) return
  const sources = parts.flatMap((part) => childrenNamed(part, 'source'))
  checkSide(report, sources, unit, true)
  const isFull = parts.every((part) => part.name === 'ignorable' || childrenNamed(part, 'target').length > 0)
  checkSide(report, targetsInOrder(parts), unit, isFull)
}

/** Returns the targets of a unit in their order (4.3.1 order). */
export function targetsInOrder(parts: readonly SpecElement[]): readonly SpecElement[] {
  return parts
    .flatMap((part, i) =>
      childrenNamed(part, 'target').map((target) => ({
        target,
        order: Number(valueOfAttribute(target, 'order') ?? i + 1),
      })),
    )
    .sort((a, b) => a.order - b.order)
    .map(({ target }) => target)
}

/**
 * Checks all sources or all targets of a unit, in order; `isFull`: none is missing, so every start must have
 * its end.
 */
function checkSide(report: Report, side: readonly SpecElement[], unit: SpecElement, isFull: boolean): void {
  if (side.every((value) => value.children.length === 0)) return
  const data = dataIds(unit)
  const starts = new Map<string, SpecElement>()
  const markers = new Set<string>()
  const ended = new Set<string>()
  const all = side.flatMap((value) => [...listCoreElements(value)])
  const inSide = byId(all)
  for (const element of all) {
    if (CODES.has(element.name)) checkCode(report, element, data, inSide)
    if (element.name === 'sc') starts.set(valueOfAttribute(element, 'id') ?? '', element)
    if (element.name === 'sm') markers.add(valueOfAttribute(element, 'id') ?? '')
    if (element.name === 'em' && !markers.has(valueOfAttribute(element, 'startRef') ?? ''))
      failReference(report, element, 'startRef')
    if (element.name === 'ec') checkEnd(report, element, starts, ended)
  }
  for (const [id, start] of starts) {
    const isIsolated = valueOfAttribute(start, 'isolated') === 'yes'
    // 4.3.1 isolated: "yes" if and only if the end is not in the same unit.
    if (isIsolated && ended.has(id)) failValue(report, start, 'isolated')
    if (!isIsolated && !ended.has(id) && isFull)
      fail(report, 'unclosed', start, null, { opener: `<sc id="${id}"/>` })
  }
}

function checkCode(
  report: Report,
  code: SpecElement,
  data: ReadonlySet<string>,
  inSide: ReadonlyMap<string, SpecElement>,
): void {
  for (const attribute of ['dataRef', 'dataRefStart', 'dataRefEnd']) {
    const reference = valueOfAttribute(code, attribute)
    if (reference !== null && !data.has(reference)) failReference(report, code, attribute)
    // 4.3.1 copyOf: a copy has no original data of its own.
    if (reference !== null && hasAttribute(code, 'copyOf')) failTogether(report, code, attribute, 'copyOf')
  }
  checkCopy(report, code, inSide)
  checkType(report, code)
  checkSubFlows(report, code)
  // 4.3.1 canReorder: a code that must not be moved can be neither deleted nor copied.
  const reorder = valueOfAttribute(code, 'canReorder')
  if (reorder === 'no' || reorder === 'firstNo') {
    for (const other of ['canCopy', 'canDelete']) {
      if (valueOfAttribute(code, other) !== 'no' && code.name !== 'ec')
        failTogether(report, code, 'canReorder', other)
    }
  }
}

/**
 * Checks 4.3.1 copyOf: the copied code belongs to the unit, and can be copied. A target can refer to a code
 * of its source.
 */
function checkCopy(report: Report, code: SpecElement, inSide: ReadonlyMap<string, SpecElement>): void {
  const reference = valueOfAttribute(code, 'copyOf')
  if (reference === null) return
  const unit = ancestorNamed(code, 'mtc:match') ?? ancestorNamed(code, 'unit')
  const base = inSide.get(reference) ?? (unit === null ? undefined : codesIn(unit).get(reference))
  if (base === undefined || !CODES.has(base.name) || valueOfAttribute(base, 'canCopy') === 'no')
    failReference(report, code, 'copyOf')
}

const codesIn = perElement((unit) => byId([...listCoreElements(unit)].filter(({ name }) => CODES.has(name))))

/**
 * 4.3.1 subType: only together with a type, and the standard's own values only with the type they belong to.
 */
const SUB_TYPES: ReadonlyMap<string, string> = new Map([
  ['xlf:lb', 'fmt'],
  ['xlf:pb', 'fmt'],
  ['xlf:b', 'fmt'],
  ['xlf:i', 'fmt'],
  ['xlf:u', 'fmt'],
  ['xlf:var', 'ui'],
])

export function checkType(report: Report, code: SpecElement): void {
  const subType = valueOfAttribute(code, 'subType')
  if (subType === null) return
  const type = valueOfAttribute(code, 'type')
  if (type === null) failTogether(report, code, 'subType', 'type')
  else if (subType.startsWith('xlf:') && SUB_TYPES.get(subType) !== type) failValue(report, code, 'subType')
}

/** Checks 4.3.1 subFlows: units of the same file. */
function checkSubFlows(report: Report, code: SpecElement): void {
  for (const attribute of ['subFlows', 'subFlowsStart', 'subFlowsEnd']) {
    const value = valueOfAttribute(code, attribute)
    if (value === null) continue
    const file = ancestorNamed(code, 'file')
    const ids = file === null ? new Map() : inFile(file, 'unit')
    if (
      value
        .trim()
        .split(/\s+/)
        .some((id) => !ids.has(id))
    )
      failReference(report, code, attribute)
  }
}

/** 4.2.3.5: attributes that an end repeats from its start must be unchanged. */
const REPEATED = ['canCopy', 'canDelete', 'canOverlap', 'copyOf', 'dir', 'type', 'subType'] as const

function checkEnd(
  report: Report,
  end: SpecElement,
  starts: ReadonlyMap<string, SpecElement>,
  ended: Set<string>,
): void {
  const reference = valueOfAttribute(end, 'startRef')
  if (valueOfAttribute(end, 'isolated') === 'yes') {
    if (reference !== null) failTogether(report, end, 'startRef', 'isolated')
    if (!hasAttribute(end, 'id'))
      fail(report, 'missing-attribute', end, null, { tag: tagOf(end), attribute: 'id' })
    return
  }
  if (reference === null) {
    fail(report, 'missing-attribute', end, null, { tag: tagOf(end), attribute: 'startRef' })
    return
  }
  if (hasAttribute(end, 'id')) failTogether(report, end, 'id', 'startRef')
  const start = starts.get(reference)
  if (start === undefined) {
    failReference(report, end, 'startRef')
    return
  }
  ended.add(reference)
  for (const attribute of REPEATED) {
    const value = valueOfAttribute(end, attribute)
    if (value !== null && value !== (valueOfAttribute(start, attribute) ?? DEFAULTS.get(attribute)))
      failTogether(report, end, attribute, '<sc>')
  }
  // 4.3.1 canReorder: after a start that is the first of its sequence the end cannot be the first as well.
  const reorder = valueOfAttribute(end, 'canReorder')
  const wanted = (valueOfAttribute(start, 'canReorder') ?? 'yes') === 'yes' ? 'yes' : 'no'
  if (reorder !== null && reorder !== wanted) failTogether(report, end, 'canReorder', '<sc>')
}

const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['canCopy', 'yes'],
  ['canDelete', 'yes'],
  ['canOverlap', 'yes'],
])
