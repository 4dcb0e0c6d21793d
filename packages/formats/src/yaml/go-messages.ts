import { categoryNamed } from '@dragoman/core'
import { isGoMessagePart } from '../source/go-message.ts'
import { type Branch, type Item, printDraft } from '../tree/draft.ts'
import { commentOf } from './comment-of.ts'
import type { YamlLayout } from './yaml-layout.ts'

// Messages of go-i18n 2 by their keys: `key: {description: …, hash: …, one: …, other: …}`. In a draft they are folded, so
// that they are edited like other YAML: a message with only `other` is a plain text, one with forms a map of these. The rest
// of a message is then part of what is between a key and its text, or above and below the forms.

/** The comments in messages and their descriptions, by their items or, with plural forms, by their maps. */
export type GoDescriptions = ReadonlyMap<Item | Branch, string>

/** Folds the messages of a map, and those below it. Printing the draft returns the same text as before. */
export function foldMessages(root: Branch): GoDescriptions {
  const descriptions = new Map<Item | Branch, string>()
  foldBranch(root, descriptions)
  return descriptions
}

function foldBranch(branch: Branch, descriptions: Map<Item | Branch, string>): void {
  for (const item of branch.items) {
    const { value } = item
    if (value.kind === 'leaf') continue
    if (!isMessage(value)) {
      foldBranch(value, descriptions)
      continue
    }
    const description = descriptionOf(value)
    const other = otherAlone(value)
    if (other === null) {
      foldParts(value)
      descriptions.set(value, description)
    } else {
      descriptions.set(
        item,
        [other.comment === '' ? '' : commentOf({ ...other, tail: '' }), description]
          .filter((part) => part !== '')
          .join('\n'),
      )
      foldOther(item, value, other)
    }
  }
}

/** Whether a map on lines of its own is one message: it has forms, and other parts of a message at most. */
function isMessage({ kind, layout, items }: Branch): boolean {
  return (
    kind === 'map' &&
    layout === 'block' &&
    new Set(items.map(({ key }) => key)).size === items.length &&
    items.every(({ key, value }) => {
      if (key === null || value.kind !== 'leaf') return false
      return isGoMessagePart(key) || (categoryNamed(key) !== null && (value.text !== null || value.isFree))
    }) &&
    items.some(hasForm)
  )
}

function hasForm({ key, value }: Item): boolean {
  return categoryNamed(key) !== null && value.kind === 'leaf' && value.text !== null
}

/** Returns the form of a message that has no others: it is the same message as a text (go-i18n, `NewMessage`). */
function otherAlone({ items }: Branch): Item | null {
  const [form, another] = items.filter(({ key }) => categoryNamed(key) !== null)
  return another === undefined && form?.key === 'other' ? form : null
}

function descriptionOf({ items }: Branch): string {
  const value = items.find(({ key }) => key === 'description')?.value
  return value?.kind === 'leaf' ? (value.text ?? '').trim() : ''
}

function foldParts(message: Branch): void {
  const { items } = message
  let parts = ''
  for (const item of items.splice(0)) {
    if (categoryNamed(item.key) === null) {
      parts += printItems(message, [item])
      continue
    }
    item.lead = parts + item.lead
    parts = ''
    items.push(item)
  }
  message.close = parts + message.close
}

function foldOther(item: Item, message: Branch, other: Item): void {
  const { items, open, close } = message
  const at = items.indexOf(other)
  item.sep += open + printItems(message, items.slice(0, at))
  item.sep += other.lead + other.comment + other.indent + other.rawKey + other.sep
  item.tail = other.tail + printItems(message, items.slice(at + 1)) + close + item.tail
  item.value = other.value
}

function printItems(branch: Branch, items: Item[]): string {
  return items.length === 0
    ? ''
    : printDraft({ before: '', root: { ...branch, open: '', close: '', items }, after: '' })
}

/** The line of the only form of a folded message, which is before its text. */
const OTHER = /\n([ \t]*)["']?other["']?[ \t]*:[^\n]*$/

/** Returns the indentation of the form whose text an item has; null: it is no folded message. */
export function indentOfMessage({ sep }: Item): string | null {
  return OTHER.exec(sep)?.[1] ?? null
}

/** Returns what is between a key and its text without the line of the form, whose text is gone. */
export function withoutForm(sep: string): string {
  return sep.replace(OTHER, '')
}

/** Whether all messages at the top are maps, also those with one text. */
export function hasOnlyMaps({ items }: Branch): boolean {
  return (
    items.length > 0 && items.every((item) => item.value.kind !== 'leaf' || indentOfMessage(item) !== null)
  )
}

/** Writes new texts as maps with only `other`. */
export function writeAsMaps(branch: Branch, layout: YamlLayout): void {
  for (const item of branch.items) {
    const { value } = item
    if (value.kind !== 'leaf') {
      if (value.layout === 'block' && !value.items.some(hasForm)) writeAsMaps(value, layout)
    } else if (item.start < 0 && value.text !== null && indentOfMessage(item) === null)
      item.sep = `:${layout.eol}${branch.indent}${layout.step}other: `
  }
}
