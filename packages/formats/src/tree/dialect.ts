import { EditError } from '../edit/edit-error.ts'
import type { EntryState } from '../format.ts'
import type { Branch, Draft, Item, Leaf } from './draft.ts'

/**
 * The specifics of a syntax of nested keys: how it writes keys, texts and containers, and their whitespace.
 */
export interface Dialect {
  /** Whether maps of plural categories are the forms of one key. */
  readonly hasPlurals: boolean
  /** Returns the new value of `item`, in its present style; null: the syntax cannot express it. */
  rewrite(text: string, item: Item, branch: Branch): Leaf | null
  /** Returns a value for a new item of `branch` at `index`, in the style of its neighbours. */
  write(text: string, branch: Branch, index: number): Leaf | null
  /**
   * Returns the value of an item of `from` as it is written in `to`, in its present style; null: the syntax cannot
   * express it.
   */
  moveValue(item: Item, from: Branch, to: Branch): Leaf | Branch | null
  /** Writes what is next to the value of the item `was` to `item`, which replaces it in `branch`: comments, tags. */
  moveNote(item: Item, branch: Branch, was: { readonly item: Item; readonly branch: Branch }): void
  /** Returns the key as written; null: the syntax cannot write it. `was`: the replaced key as written. */
  writeKey(key: string | number, branch: Branch, was: string | null): string | null
  /** Returns an empty value. */
  nothing(branch: Branch): Leaf
  /** Replaces the value of an item by an empty one. */
  clear(item: Item, branch: Branch): void
  /** Returns a container without items for a position in `parent`. `was`: the value that it replaces, as written. */
  makeBranch(kind: Branch['kind'], parent: Branch, was?: string): Branch
  /** Returns comment lines for a new item. */
  writeComment(comment: string, branch: Branch): string
  /**
   * Inserts `item` at `index` with the whitespace of its neighbours. Its value can be a branch whose items
   * are added later.
   */
  insert(draft: Draft, branch: Branch, index: number, item: Item): void
  /** Removes the item at `index`. */
  removeNode(draft: Draft, branch: Branch, index: number): void
  /** Called after the value of `item` was replaced. */
  normalizeSpacing(item: Item, branch: Branch): void
  /** Writes the state to the item, if the syntax can express it. */
  mark(item: Item, state: EntryState): void
  /** Whether something else in the file needs this item. */
  isNeeded(item: Item): boolean
  /**
   * Keeps an item of `branch` whose own items are gone if something else in the file needs it: with an empty
   * container. Returns whether it does.
   */
  keepEmpty(item: Item, branch: Branch): boolean
}

/** Writes another text for an item and returns it as written; throws EditError if the syntax cannot express it. */
export function rewriteValue(
  dialect: Dialect,
  { branch, item }: { readonly branch: Branch; readonly item: Item },
  { name, text }: { readonly name: string; readonly text: string },
): Leaf {
  const leaf = dialect.rewrite(text, item, branch)
  if (leaf === null) throw new EditError('not-representable', name)
  item.value = leaf
  dialect.normalizeSpacing(item, branch)
  return leaf
}
