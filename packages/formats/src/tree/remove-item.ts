import type { Branch, Item } from './draft.ts'
import type { Gap, Sheet } from './edit-draft.ts'
import { isPluralMap } from './places.ts'

/**
 * Takes an item out of the file, those its key shadows too, then every parent it leaves empty. In a list a place that others follow
 * keeps an empty value, because their names are their places; so does a key whose absence would make plural forms of its neighbours.
 */
export function dropItem(sheet: Sheet, from: Branch, gone: Item): readonly Gap[] {
  const gaps: Gap[] = []
  let branch = from
  let item = gone
  for (;;) {
    const index = branch.items.indexOf(item)
    const isGone = branch.kind === 'list' ? leaveList(sheet, branch, index) : leaveMap(sheet, branch, item)
    gaps.push({ branch, index: isGone ? Math.min(index, branch.items.length) : index + 1 })
    const parent = branch.parent
    if (!isGone || branch.items.length > 0 || parent === null || branch === sheet.top) break
    branch = parent.branch
    item = parent.item
  }
  for (let above = branch.parent; above !== null && branch !== sheet.top; above = above.branch.parent) {
    gaps.push({ branch: above.branch, index: above.branch.items.indexOf(above.item) + 1 })
    if (above.branch === sheet.top) break
  }
  return gaps
}

function leaveMap(sheet: Sheet, branch: Branch, item: Item): boolean {
  const wasPlural = isPluralMap(branch)
  for (let i = branch.items.length - 1; i >= 0; i--) {
    const other = branch.items[i]
    if (other !== undefined && other !== item && other.key === item.key) sheet.dialect.takeOut(sheet.draft, branch, i)
  }
  const rest: Branch = { ...branch, items: branch.items.filter((other) => other !== item) }
  if (sheet.dialect.hasPlurals && !wasPlural && branch !== sheet.top && isPluralMap(rest)) {
    vacate(sheet, branch, item)
    return false
  }
  sheet.dialect.takeOut(sheet.draft, branch, branch.items.indexOf(item))
  return true
}

/** True: the list became shorter. */
function leaveList(sheet: Sheet, branch: Branch, index: number): boolean {
  const item = branch.items[index]
  if (item === undefined) return false
  vacate(sheet, branch, item)
  let isShorter = false
  for (let last = branch.items.at(-1); last?.isVacated; last = branch.items.at(-1)) {
    sheet.dialect.takeOut(sheet.draft, branch, branch.items.length - 1)
    isShorter = true
  }
  return isShorter
}

function vacate(sheet: Sheet, branch: Branch, item: Item): void {
  item.value = sheet.dialect.nothing(branch)
  item.isVacated = true
  sheet.dialect.settle(item, branch)
}
