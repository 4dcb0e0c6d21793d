import { guardEdit } from '../edit/guard-edit.ts'
import { fileFamily } from '../file-family.ts'
import { JSON_STRUCTURE } from '../file-structure.ts'
import type { Document, EntryEdit, Format, Recognition, View } from '../format.ts'
import { editXcstrings } from './edit-xcstrings.ts'
import { emptyXcstrings } from './empty-xcstrings.ts'
import { APPLE_XCSTRINGS, readLanguages, readXcstrings } from './read-xcstrings.ts'

/** Apple's string catalogs: one file with every key in every language, as Xcode 15 and later write it. */
export const appleXcstrings: Format = {
  id: APPLE_XCSTRINGS,
  about: 'Xcode string catalog: all languages in one file',
  extensions: ['.xcstrings'],
  families: [fileFamily(['.xcstrings'], ['inside'])],
  languages: 'many',
  plurals: 'units',
  namesAreIds: true,
  syntax: 'apple',
  supports: ['plural', 'comment', 'state'],
  states: ['draft', 'translated'],
  structure: JSON_STRUCTURE,
  recognise: recogniseXcstrings,
  languagesIn: readLanguages,
  read: readXcstrings,
  edit: guardEdit(editXcstrings),
  create(model: Document | null, edits: readonly EntryEdit[], view?: View) {
    const empty = emptyXcstrings(model, sourceOf(model, view))
    const document: Document = {
      ...empty,
      encoding: model?.encoding ?? empty.encoding,
      ...(view === undefined ? {} : { view }),
    }
    return editXcstrings(document, edits, model)
  },
}

function sourceOf(model: Document | null, view: View | undefined): string {
  if (view?.side === 'source') return view.language
  const source = /"sourceLanguage"\s*:\s*"([\w-]+)"/.exec(model?.text ?? '')?.[1]
  return source ?? 'en'
}

function recogniseXcstrings(path: string, head: string): Recognition {
  if (/\.xcstrings$/i.test(path)) return { certainty: 3, reason: 'own-extension' }
  const isCatalog = /^\ufeff?\s*\{\s*"sourceLanguage"\s*:\s*"[^"]*"\s*,\s*"strings"\s*:\s*\{/.test(head)
  return isCatalog
    ? { certainty: 2, reason: 'xcstrings-members' }
    : { certainty: 0, reason: 'other-extension' }
}
