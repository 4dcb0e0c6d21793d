import type { EntryState } from '../format.ts'
import type { Branch, Draft, Item, Leaf } from './draft.ts'

/**
 * What a syntax of nested keys has of its own: how it writes keys, texts and containers and where their
 * blanks go.
 */
export interface Dialect {
  /** Maps of plural categories are the forms of one key. */
  readonly hasPlurals: boolean
  /** The new value of `item`, in the style of the one it has; null: the syntax has no way to say it. */
  rewrite(text: string, item: Item, branch: Branch): Leaf | null
  /** A value for a new item of `branch` at `index`, in the style of its neighbours. */
  write(text: string, branch: Branch, index: number): Leaf | null
  /**
   * The key as it is written; null: the syntax cannot write it. `was`: how the key that it replaces is
   * written.
   */
  writeKey(key: string | number, branch: Branch, was: string | null): string | null
  /** A value that says nothing. */
  nothing(branch: Branch): Leaf
  /** A container without items for a place in `parent`. */
  makeBranch(kind: Branch['kind'], parent: Branch): Branch
  /** Comment lines for a new item. */
  writeComment(comment: string, branch: Branch): string
  /**
   * Puts `item` at `index` with the blanks its neighbours have. Its value may be a branch whose items are
   * still to come.
   */
  insert(draft: Draft, branch: Branch, index: number, item: Item): void
  /** Takes the item at `index` out. */
  takeOut(draft: Draft, branch: Branch, index: number): void
  /** After the value of `item` became another one. */
  normalizeSpacing(item: Item, branch: Branch): void
  /** The item says that the work on it is in this state, where the syntax has a way. */
  mark(item: Item, state: EntryState): void
  /** Whether something else in the file needs this item. */
  isNeeded(item: Item): boolean
}
