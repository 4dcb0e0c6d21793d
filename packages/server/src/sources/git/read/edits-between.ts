import { type Document, EditError, type EntryEdit, type Format, isWhole, type View } from '@dragoman/formats'

export type TakenTexts = {
  readonly format: Format
  readonly view: View
  /** Another version of the same file. */
  readonly from: Document
  /** Whether an entry is taken from `from`, or removed if `from` does not have it. */
  readonly isTaken: (name: string) => boolean
}

/**
 * Returns a file with some texts of another version of it. Texts that have no place in it are left out; if
 * the file cannot be read, all of them are.
 */
export function withTextsOf(bytes: Uint8Array, { format, view, from, isTaken }: TakenTexts): Uint8Array {
  const document = format.read(bytes, view)
  if (!isWhole(document) || !isWhole(from)) return bytes
  const edits = editsBetween(document, from, isTaken)
  if (edits.length === 0) return bytes
  try {
    return format.edit(document, edits, from)
  } catch (error) {
    if (!(error instanceof EditError)) throw error
  }
  let edited = bytes
  for (const edit of edits)
    try {
      edited = format.edit(format.read(edited, view), [edit], from)
    } catch (error) {
      if (!(error instanceof EditError)) throw error
    }
  return edited
}

/** Returns the names of entries that were added, removed or changed. `before` null: all were added. */
export function namesChanged(before: Document | null, after: Document): readonly string[] {
  const names = [...after.entries.keys()].filter(
    (name) => before?.entries.get(name)?.text !== after.entries.get(name)?.text,
  )
  const gone = [...(before?.entries.keys() ?? [])].filter((name) => !after.entries.has(name))
  return [...names, ...gone]
}

/** Whether two versions of a file have the same text of an entry, or neither has one. */
export function isSameText(name: string, a: Document, b: Document): boolean {
  return a.entries.get(name)?.text === b.entries.get(name)?.text
}

/** Returns the edits that turn the texts of one version into those of another, for some of the entries. */
function editsBetween(before: Document, after: Document, isTaken: (name: string) => boolean): EntryEdit[] {
  const edits: EntryEdit[] = []
  let previous: string | null = null
  for (const [name, entry] of after.entries) {
    const was = before.entries.get(name)
    if (was?.text !== entry.text && isTaken(name)) {
      const { path, text, unit, source, state, comment } = entry
      if (was !== undefined) edits.push({ kind: 'set', name, text })
      else
        edits.push({
          kind: 'add',
          path,
          text,
          after: previous === null ? [] : [previous],
          ...(unit && { unit }),
          ...(source !== undefined && { source }),
          ...(state && { state }),
          ...(comment !== undefined && { comment }),
        })
    }
    previous = name
  }
  for (const name of before.entries.keys())
    if (!after.entries.has(name) && isTaken(name)) edits.push({ kind: 'remove', name })
  return edits
}
