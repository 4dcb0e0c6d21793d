import { guardEdit } from '../edit/guard-edit.ts'
import { dropLastEol, endsOpen, newDocument } from '../edit/new-file.ts'
import { fileFamily } from '../file-family.ts'
import type { Document, EntryEdit, Format, View } from '../format.ts'
import { editProperties } from './edit-properties.ts'
import { JAVA_PROPERTIES, readProperties } from './read-properties.ts'
import { recogniseProperties } from './recognise-properties.ts'

const edit = guardEdit(editProperties)

/** Java resource bundles as `.properties` files, ISO-8859-1 with escapes or UTF-8. */
export const javaProperties: Format = {
  id: JAVA_PROPERTIES,
  about: 'Java resource bundles',
  extensions: ['.properties'],
  families: [
    fileFamily(['.properties'], ['folder', 'file', 'dash'], {
      bare: '_',
      isCommon: true,
      hasOtherFiles: true,
    }),
  ],
  languages: 'one',
  plurals: 'text',
  syntax: 'java',
  allowsAnyName: true,
  supports: ['comment'],
  recognise: recogniseProperties,
  read: readProperties,
  edit,
  create(model: Document | null, edits: readonly EntryEdit[], view?: View) {
    const empty: Document = {
      ...newDocument(JAVA_PROPERTIES, '', { model, view }),
      encoding: { charset: 'iso-8859-1', bom: false },
    }
    const created = edit(empty, edits, model)
    return endsOpen(model) && !model?.encoding.charset.startsWith('utf-16') ? dropLastEol(created) : created
  },
}
