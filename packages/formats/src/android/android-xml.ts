import { guardEdit } from '../edit/guard-edit.ts'
import type { Document, EntryEdit, Format, Recognition } from '../format.ts'
import { NO_NULL } from '../limits/text-limits.ts'
import { newXmlDocument } from '../source/new-xml.ts'
import { editAndroid } from './edit-android.ts'
import { ANDROID_XML, readAndroid } from './read-android.ts'

/** Android string resources: `<string>`, `<plurals>` and `<string-array>`, as aapt2 reads them. */
export const androidXml: Format = {
  id: ANDROID_XML,
  extensions: ['.xml'],
  languages: 'one',
  plurals: 'units',
  syntax: 'printf',
  supports: ['plural', 'comment'],
  recognise: recogniseAndroid,
  read: readAndroid,
  limitsOf: () => NO_NULL,
  edit: guardEdit(editAndroid),
  create(model: Document | null, edits: readonly EntryEdit[]) {
    const isAndroid = model !== null && /<resources[\s>/]/.test(model.text)
    const empty = newXmlDocument(ANDROID_XML, isAndroid ? model : null, {
      root: 'resources',
      attributes: '',
      doctype: null,
    })
    return editAndroid(empty, edits, model)
  },
}

function recogniseAndroid(path: string, head: string): Recognition {
  if (!/\.xml$/i.test(path)) return { certainty: 0, reason: 'other-extension' }
  if (/<resources[\s>]/.test(head)) {
    if (/<(?:string|plurals|string-array)[\s>]/.test(head))
      return { certainty: 3, reason: 'android-resources' }
    return { certainty: /\/values(?:-[^/]*)?\//.test(path) ? 2 : 1, reason: 'android-resources' }
  }
  return { certainty: 0, reason: 'other-content' }
}
