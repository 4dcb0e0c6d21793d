import { guardEdit } from '../edit/guard-edit.ts'
import type { Document, EntryEdit, Format, View } from '../format.ts'
import { editProperties } from './edit-properties.ts'
import { JAVA_PROPERTIES, readProperties } from './read-properties.ts'
import { recogniseProperties } from './recognise-properties.ts'

const edit = guardEdit(editProperties)

/** Java resource bundles as `.properties` files, ISO-8859-1 with escapes or UTF-8. */
export const javaProperties: Format = {
  id: JAVA_PROPERTIES,
  extensions: ['.properties'],
  languages: 'one',
  plurals: 'text',
  syntax: 'icu',
  supports: ['comment'],
  recognise: recogniseProperties,
  read: readProperties,
  edit,
  create(model: Document | null, edits: readonly EntryEdit[], view?: View) {
    const empty: Document = {
      format: JAVA_PROPERTIES,
      text: '',
      encoding: { charset: 'iso-8859-1', bom: false },
      entries: new Map(),
      issues: [],
      ...(view === undefined ? {} : { view }),
    }
    const created = edit(empty, edits, model)
    const endsOpen = model !== null && model.text !== '' && !/[\r\n]$/.test(model.text)
    return endsOpen ? withoutFinalLineBreak(created, model) : created
  },
}

function withoutFinalLineBreak(bytes: Uint8Array, model: Document): Uint8Array {
  if (model.encoding.charset.startsWith('utf-16')) return bytes
  let end = bytes.length
  if (bytes[end - 1] === 10) end--
  if (bytes[end - 1] === 13) end--
  return bytes.subarray(0, end)
}
