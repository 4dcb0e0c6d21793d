import { targetsInOrder } from './check-codes.ts'
import { fail, type Report } from './report.ts'
import {
  childrenNamed,
  hasCodes,
  listCoreElements,
  partsOf,
  type SpecElement,
  tagOf,
  valueOfAttribute,
} from './spec-tree.ts'

/** One tag of a code: `end` of `pc` and `ec` belongs to the id it ends. */
type Tag = {
  readonly id: string
  readonly isEnd: boolean
  readonly reorder: string
  readonly code: SpecElement
}

/**
 * Checks codes that must be in the target and in order (4.3.1 canDelete and canReorder; 4.7.2 of the editing
 * hints).
 */
export function checkCodeOrder(report: Report, root: SpecElement): void {
  for (const unit of listCoreElements(root)) if (unit.name === 'unit') checkUnit(report, unit)
}

function checkUnit(report: Report, unit: SpecElement): void {
  const parts = partsOf(unit)
  if (!hasCodes(parts)) return
  const targetTags = targetsInOrder(parts).flatMap(tagsOf)
  const inTargets = new Set(targetTags.map((tag) => tag.id))
  for (const part of parts) {
    const [target] = childrenNamed(part, 'target')
    if (target === undefined) continue
    for (const source of childrenNamed(part, 'source')) {
      for (const { id, code, isEnd } of tagsOf(source)) {
        if (isEnd || valueOfAttribute(code, 'canDelete') !== 'no' || inTargets.has(id)) continue
        fail(report, 'xliff-code-missing', target, null, { code: `<${tagOf(code)} id="${id}"/>` })
      }
    }
  }
  const sourceTags = parts.flatMap((part) => childrenNamed(part, 'source')).flatMap(tagsOf)
  const sequences = sequencesOf(report, sourceTags)
  sequencesOf(report, targetTags)
  const places = new Map<string, number>()
  for (const [i, tag] of targetTags.entries()) if (!places.has(keyOf(tag))) places.set(keyOf(tag), i)
  for (const sequence of sequences) checkSequence(report, sequence, targetTags, places)
}

function tagsOf(element: SpecElement): readonly Tag[] {
  return element.children.flatMap((code): readonly Tag[] => {
    const id = valueOfAttribute(code, 'id') ?? valueOfAttribute(code, 'startRef') ?? ''
    const reorder = valueOfAttribute(code, 'canReorder') ?? 'yes'
    switch (code.name) {
      case 'ph':
      case 'sc':
        return [{ id, isEnd: false, reorder, code }]
      case 'ec':
        return [{ id, isEnd: true, reorder, code }]
      case 'pc':
        return [
          { id, isEnd: false, reorder, code },
          ...tagsOf(code),
          { id, isEnd: true, reorder: reorder === 'yes' ? 'yes' : 'no', code },
        ]
      default:
        return tagsOf(code)
    }
  })
}

/**
 * Returns runs of tags that start with `firstNo` and continue with `no`; a `no` before any `firstNo` is an
 * error.
 */
function sequencesOf(report: Report, tags: readonly Tag[]): readonly (readonly Tag[])[] {
  const sequences: Tag[][] = []
  let current: Tag[] | null = null
  for (const tag of tags) {
    if (tag.reorder === 'firstNo') {
      current = [tag]
      sequences.push(current)
    } else if (tag.reorder === 'no' && current !== null) current.push(tag)
    else if (tag.reorder === 'no' && !tag.isEnd && sequences.length === 0) {
      fail(report, 'xliff-code-order', tag.code, 'canReorder', {
        code: `<${tagOf(tag.code)} id="${tag.id}"/>`,
      })
    } else current = null
  }
  return sequences
}

/** Checks that a sequence follows its first tag, in the order of the source and without tags in between. */
function checkSequence(
  report: Report,
  sequence: readonly Tag[],
  targetTags: readonly Tag[],
  places: ReadonlyMap<string, number>,
): void {
  const [head] = sequence
  if (head === undefined || !sequence.every((tag) => places.has(keyOf(tag)))) return
  const first = places.get(keyOf(head)) ?? 0
  for (const [i, tag] of sequence.entries()) {
    const found = targetTags[first + i]
    if (found !== undefined && keyOf(found) === keyOf(tag)) continue
    const misplaced = targetTags[places.get(keyOf(tag)) ?? first]
    fail(report, 'xliff-code-order', misplaced?.code ?? tag.code, null, {
      code: `<${tagOf(tag.code)} id="${tag.id}"/>`,
    })
    return
  }
}

function keyOf(tag: Tag): string {
  return `${tag.isEnd ? '/' : ''}${tag.id}`
}
