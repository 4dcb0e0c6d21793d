import type { Branch, Item } from '../tree/draft.ts'

// Elements without a key take the number after the largest one so far (PHP manual, "Arrays").

/** Returns whether an element of an array is written without a key. */
export function isKeyless({ rawKey, sep }: Pick<Item, 'rawKey' | 'sep'>): boolean {
  return rawKey === '' && sep === ''
}

/**
 * Returns the key that each element would have without a written one; null: only running the file would show it,
 * because it follows a computed key, unpacked elements, or negative numbers, after which PHP's versions differ.
 */
export function nextNumbers(items: readonly Item[]): readonly (string | null)[] {
  const count: Count = { next: 0, hasNumber: false }
  return items.map((item) => {
    const own = ownNumber(count)
    passItem(count, item)
    return own
  })
}

/** `next`: the number of the next element without a key; null: not known. */
type Count = { next: number | null; hasNumber: boolean }

function ownNumber({ next }: Count): string | null {
  return next === null || next > Number.MAX_SAFE_INTEGER ? null : String(next)
}

function passItem(count: Count, item: Item): void {
  const { key, value } = item
  if (isKeyless(item)) {
    if (value.kind === 'leaf' && value.raw.startsWith('...')) count.next = null
    else if (count.next !== null) count.next++
    count.hasNumber = true
  } else if (key === null) {
    count.next = null
  } else if (NUMBER.test(key)) {
    const number = Number(key)
    if (number < 0 && !count.hasNumber) count.next = null
    else if (count.next !== null) count.next = Math.max(count.next, number + 1)
    count.hasNumber = true
  }
}

/** Keys that PHP turns into numbers. */
const NUMBER = /^(?:0|-?[1-9]\d*)$/

/**
 * Writes the keys of elements without one that would have another number after an edit, and the arrow of those that
 * were renamed.
 */
export function keepNumbers(branch: Branch): void {
  for (const { value } of branch.items) if (value.kind !== 'leaf') keepNumbers(value)
  if (branch.kind !== 'map' || branch.layout !== 'commas') return
  for (const item of branch.items) if (item.rawKey !== '' && item.sep === '') item.sep = ARROW
  const count: Count = { next: 0, hasNumber: false }
  for (const [i, item] of branch.items.entries()) {
    const { key } = item
    const isMoved = isKeyless(item) && key !== null && ownNumber(count) !== key
    const kept = isMoved ? { ...item, rawKey: key, sep: ARROW } : item
    branch.items[i] = kept
    passItem(count, kept)
  }
}

const ARROW = ' => '
