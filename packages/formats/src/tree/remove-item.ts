import { EditError } from '../edit/edit-error.ts'
import type { Branch, Item } from './draft.ts'
import { linesLeft } from './kept-lines.ts'
import type { Gap, Session } from './session.ts'
import { isPluralMap } from './text-locations.ts'

/**
 * Removes an item, those its key hides, then every parent that is empty afterwards and not needed. In a list, an item that
 * others follow keeps an empty value, because their names are their positions; so does a key whose absence
 * would turn its neighbours into plural forms.
 */
export function dropItem(session: Session, from: Branch, gone: Item): readonly Gap[] {
  const gaps: Gap[] = []
  let branch = from
  let item = gone
  for (;;) {
    const index = branch.items.indexOf(item)
    const isGone =
      branch.kind === 'list' ? removeFromList(session, branch, index) : removeFromMap(session, branch, item)
    gaps.push({ branch, index: isGone ? Math.min(index, branch.items.length) : index + 1 })
    const parent = branch.parent
    if (!isGone || branch.items.length > 0 || parent === null || branch === session.top) break
    if (session.dialect.keepEmpty(parent.item, parent.branch)) break
    if (hasOwnLines(parent.branch)) parent.item.lead += linesLeft(branch)
    branch = parent.branch
    item = parent.item
  }
  for (let above = branch.parent; above !== null && branch !== session.top; above = above.branch.parent) {
    gaps.push({ branch: above.branch, index: above.branch.items.indexOf(above.item) + 1 })
    if (above.branch === session.top) break
  }
  return gaps
}

function hasOwnLines({ layout, open }: Branch): boolean {
  return layout !== 'commas' || open.includes('\n')
}

function removeFromMap(session: Session, branch: Branch, item: Item): boolean {
  const wasPlural = isPluralMap(branch)
  removeHidden(session, branch, item)
  const rest: Branch = { ...branch, items: branch.items.filter((other) => other !== item) }
  if (session.dialect.hasPlurals && !wasPlural && branch !== session.top && isPluralMap(rest)) {
    vacate(session, branch, item)
    // Its key can be a category too.
    if (isPluralMap(branch)) throw new EditError('not-representable', item.key ?? '')
    return false
  }
  session.dialect.removeNode(session.draft, branch, branch.items.indexOf(item))
  return true
}

/** Removes the items that an item of a map hides: those with the same key. */
export function removeHidden({ dialect, draft }: Session, branch: Branch, item: Item): void {
  for (let i = branch.items.length - 1; i >= 0; i--) {
    const other = branch.items[i]
    if (other === undefined || other === item || other.key !== item.key) continue
    if (dialect.isNeeded(other)) throw new EditError('not-representable', item.key ?? '')
    dialect.removeNode(draft, branch, i)
  }
}

/** Removes an item of a list. True: the list became shorter. */
function removeFromList(session: Session, branch: Branch, index: number): boolean {
  const item = branch.items[index]
  if (item === undefined) return false
  vacate(session, branch, item)
  let isShorter = false
  for (let last = branch.items.at(-1); last?.isVacated; last = branch.items.at(-1)) {
    session.dialect.removeNode(session.draft, branch, branch.items.length - 1)
    isShorter = true
  }
  return isShorter
}

/** Replaces the value of an item by an empty one. */
export function vacate(session: Session, branch: Branch, item: Item): void {
  session.dialect.clear(item, branch)
  item.isVacated = true
}
