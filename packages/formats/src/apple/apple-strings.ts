import { guardEdit } from '../edit/guard-edit.ts'
import { fileFamily } from '../file-family.ts'
import type { Format, Recognition } from '../format.ts'
import { createAppleStrings, editAppleStrings } from './edit-apple-strings.ts'
import { APPLE_STRINGS, isOtherPropertyList, readAppleStrings } from './read-apple-strings.ts'

/** Apple's `.strings`: an old-style property list of keys and texts. */
export const appleStrings: Format = {
  id: APPLE_STRINGS,
  about: 'Apple .strings',
  extensions: ['.strings'],
  families: [fileFamily(['.strings'], ['lproj'])],
  languages: 'one',
  plurals: 'none',
  syntax: 'apple',
  allowsAnyName: true,
  supports: ['comment'],
  recognise: recogniseStrings,
  read: (bytes) => readAppleStrings(bytes),
  edit: guardEdit(editAppleStrings),
  create: (model, edits) => createAppleStrings(edits, model),
}

function recogniseStrings(path: string, head: string): Recognition {
  if (!/\.strings$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  if (isOtherPropertyList(head)) return { certainty: 1, reason: 'other-property-list' }
  if (/^[^\S\r\n]*(?:"(?:[^"\\]|\\[\s\S])*"|[\w$/:.-]+)\s*=\s*["'\w]/m.test(head))
    return { certainty: 3, reason: 'strings-syntax' }
  return { certainty: 2, reason: 'strings-extension' }
}
