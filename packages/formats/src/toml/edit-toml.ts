import { encodeText } from '../bytes/decode.ts'
import { type AddEdit, applyEdits, type EditTarget } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { keyOf } from '../edit/kind-changes.ts'
import { branchesRenamed } from '../edit/renamed-branches.ts'
import { nameOf } from '../edit/texts-after.ts'
import type { Document, EntryEdit } from '../format.ts'
import { isGoMessagePart } from '../source/go-message.ts'
import { eolOf } from '../source/line-ends.ts'
import { replaceTexts } from '../source/replace-texts.ts'
import { insertText, removeText } from './insert-text.ts'
import { readToml } from './read-toml.ts'
import { namedPaths, newPlaceOf, renameText } from './rename-text.ts'
import { printToml } from './toml-draft.ts'
import { innerValue, replaceInner } from './toml-session.ts'
import { quoteToml } from './toml-string.ts'
import { fullPath, locationsOf, neighbours, openTomlWork, type TomlWork } from './toml-work.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editToml(
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  const eol = eolOf(document.text) ?? '\n'
  const replaced = replaceTexts(document, edits, (raw, wanted, name) =>
    quoteToml(requireScalarValues(wanted, name), raw, eol),
  )
  const text = replaced ?? textAfter(document, edits, model)
  return encodeText(text, document.encoding)
}

function textAfter(document: Document, edits: readonly EntryEdit[], model: Document | null): string {
  const { text, entries } = document
  const work = openTomlWork(document, model)
  work.branches = branchesRenamed(
    edits,
    () => namedPaths(work),
    (edit) => newPlaceOf(work, edit),
  )
  applyEdits(targetOf(work), edits)
  const result = printToml(work.session.draft)
  if (result !== text || edits.length > entries.size) verify(document, work, result)
  return result
}

/** Returns the edit target; its locations are the texts by name. */
function targetOf(work: TomlWork): EditTarget<string> {
  const { expected } = work
  return {
    nameOf,
    find: (name) => expected.get(name) ?? null,
    setText: (before, { text }, name) => setText(work, { name, text, before }),
    insert: (edit, name) => addEntry(work, edit, name),
    remove(_, name) {
      expected.delete(name)
      for (const location of locationsOf(work, name)) removeText(work.session, location, isGoMessagePart)
    },
    rename: (_, edit, newName) => renameText(work, edit, newName),
  }
}

function setText(
  work: TomlWork,
  { name, text, before }: { readonly name: string; readonly text: string; readonly before: string },
): void {
  const location = locationsOf(work, name)[0]
  if (location === undefined) throw new EditError('no-entry', name)
  if (before === text) return
  work.expected.set(name, requireScalarValues(text, name))
  const { item, inner } = location
  const value = innerValue(item.value, inner)
  if (value === null) throw new EditError('no-entry', name)
  item.value = replaceInner(
    item.value,
    value,
    quoteToml(text, item.value.slice(value.start, value.end), work.session.draft.eol),
  )
}

function addEntry(work: TomlWork, edit: AddEdit, name: string): void {
  const { expected, session } = work
  const text = requireScalarValues(edit.text, name)
  const path = fullPath(work, edit, name)
  insertText(session, {
    name,
    path,
    value: (neighbour) =>
      quoteToml(
        text,
        text.includes('\n') ? neighbour : /^(?:"""|''')/.test(neighbour) ? '""' : neighbour,
        session.draft.eol,
      ),
    after: neighbours(work, edit.after),
    comment: edit.comment ?? '',
    goesLast: work.layout.kind === 'many',
  })
  expected.set(name, text)
  if (edit.unit?.plural === 'cardinal') work.grown.add(edit.unit.name)
}

/**
 * Reads the result and throws if a text is read differently than intended, because this file cannot express
 * it.
 */
function verify(document: Document, { expected, grown }: TomlWork, result: string): void {
  const again = readToml(encodeText(result, document.encoding), document.view)
  const stray = again.issues.find((issue) => issue.severity === 'error')
  if (stray !== undefined) throw new EditError('not-representable', '')
  for (const [name, text] of expected) {
    const key = keyOf(name)
    // `other` alone and `other` among forms are the same line: its meaning can change when forms are added.
    const other = grown.has(key)
      ? (again.entries.get(key) ?? again.entries.get(`${key}\u0000other`))
      : undefined
    if ((again.entries.get(name) ?? other)?.text !== text) throw new EditError('not-representable', name)
  }
  if (again.entries.size > expected.size) {
    for (const name of again.entries.keys())
      if (!expected.has(name) && !grown.has(keyOf(name))) throw new EditError('not-representable', name)
  }
}

/** Throws for lone surrogates: TOML allows Unicode scalar values only. */
function requireScalarValues(text: string, name: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new EditError('not-representable', name)
  return text
}
