/**
 * A file of nested keys taken apart so that it can be changed: every character belongs to exactly one piece,
 * therefore printing an unchanged draft gives the text itself. Changing a draft means changing its pieces;
 * that is why these types are not readonly.
 */
export type Draft = { before: string; readonly root: Branch; after: string }

/** A value as it is written. */
export type Leaf = {
  readonly kind: 'leaf'
  readonly raw: string
  /** Null: this is no text that a person translates. */
  readonly text: string | null
  /** A null, a number, an empty container: something that a text may take the place of. */
  readonly isFree: boolean
  /** Where it stood in the text that was read. */
  readonly start: number
}

/**
 * `block`: items on lines of their own, told apart by indentation; `commas`: between brackets; `statements`:
 * one assignment each.
 */
export type BranchLayout = 'block' | 'commas' | 'statements'

export type Branch = {
  readonly kind: 'map' | 'list'
  readonly layout: BranchLayout
  open: string
  close: string
  readonly items: Item[]
  parent: { readonly branch: Branch; readonly item: Item } | null
  /** The blanks before items on lines of their own. */
  indent: string
  /** What is printed when there are no items. */
  empty: string
}

export type Item = {
  /** Complete lines before it that are not its own: blank ones, comments of a group. In a line: blanks. */
  lead: string
  /** The comment lines directly above it. */
  comment: string
  /** The comment is the heading of several items. */
  isHeading: boolean
  indent: string
  /** Null in lists, and where the key is nothing that a name can be made of. */
  readonly key: string | null
  readonly rawKey: string
  /** Between key and value. */
  sep: string
  value: Leaf | Branch
  /** From the value to the end of the line, or to the comma. */
  tail: string
  readonly start: number
  /** A removal left it to keep the places or the plural forms around it. */
  isVacated: boolean
}

export function printDraft(draft: Draft): string {
  const out: string[] = [draft.before]
  printBranch(draft.root, out)
  out.push(draft.after)
  return out.join('')
}

/** What stands before an item and is not a part of it. */
export type ItemLead = Pick<Item, 'lead' | 'comment' | 'indent'>

/** An item as it was read. Field by field: spreading objects took a third of the time of reading. */
export function newItem(
  { lead, comment, indent }: ItemLead,
  { key, rawKey, start }: Pick<Item, 'key' | 'rawKey' | 'start'>,
  { sep, value, tail }: Pick<Item, 'sep' | 'value' | 'tail'>,
): Item {
  return { lead, comment, isHeading: false, indent, key, rawKey, sep, value, tail, start, isVacated: false }
}

/**
 * A piece of a text. Where it is what it mostly is, it is that very string: each short piece would be a copy.
 */
export function pieceOf(text: string, start: number, end: number, likely: string): string {
  return end - start === likely.length && text.startsWith(likely, start) ? likely : text.slice(start, end)
}

function printBranch(branch: Branch, out: string[]): void {
  if (branch.items.length === 0) {
    out.push(branch.empty)
    return
  }
  out.push(branch.open)
  for (const item of branch.items) pushItem(item, out)
  out.push(branch.close)
}

function pushItem(item: Item, out: string[]): void {
  out.push(item.lead, item.comment, item.indent, item.rawKey, item.sep)
  if (item.value.kind === 'leaf') out.push(item.value.raw)
  else printBranch(item.value, out)
  out.push(item.tail)
}
