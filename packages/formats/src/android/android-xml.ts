import { guardEdit } from '../edit/guard-edit.ts'
import { fileFamily } from '../file-family.ts'
import { XML_STRUCTURE } from '../file-structure.ts'
import type { Document, EntryEdit, Format, Recognition, View } from '../format.ts'
import { NO_NULL } from '../limits/text-limits.ts'
import { newXmlDocument } from '../source/new-xml.ts'
import { editAndroid } from './edit-android.ts'
import { readAndroid } from './read-android.ts'
import { AAPT, type ResourceDialect } from './resource-dialect.ts'
import { PRODUCT } from './resource-name.ts'
import { withoutOtherLocale } from './tools-locale.ts'

/** Resources of both programs. */
const RESOURCES = fileFamily(['.xml'], ['android'], { isSourceBare: true, hasOtherFiles: true })

/** Android string resources: `<string>`, `<plurals>` and `<string-array>`, as aapt2 reads them. */
export const androidXml: Format = resourceFormat(
  AAPT,
  'printf',
  'Android resources: strings, plurals, string-array',
)

/** Returns the format of resources that a program reads. */
export function resourceFormat(dialect: ResourceDialect, syntax: string, about: string): Format {
  return {
    id: dialect.id,
    about,
    extensions: ['.xml'],
    families: [RESOURCES],
    languages: 'one',
    plurals: 'units',
    syntax,
    nameSeparator: PRODUCT,
    hasWholeLists: true,
    supports: ['plural', 'comment'],
    structure: XML_STRUCTURE,
    recognise: (path, head) => recogniseResources(path, head, dialect),
    read: (bytes) => readAndroid(bytes, dialect),
    limitsOf: () => NO_NULL,
    edit: guardEdit(editAndroid),
    create(model: Document | null, edits: readonly EntryEdit[], view?: View) {
      const isAndroid = model !== null && /<resources[\s>/]/.test(model.text)
      const empty = newXmlDocument(dialect.id, isAndroid ? model : null, {
        root: 'resources',
        attributes: '',
        doctype: null,
      })
      const text = withoutOtherLocale(empty.text, view?.language ?? null)
      return editAndroid({ ...empty, text }, edits, model)
    },
  }
}

/** Compose reads the files below this folder; their contents do not show it. */
const COMPOSE_FOLDER = /(?:^|\/)composeResources\/values(?:-[^/]*)?\/[^/]*$/i

function recogniseResources(path: string, head: string, { id }: ResourceDialect): Recognition {
  const own = recogniseAndroid(path, head)
  const isCompose = COMPOSE_FOLDER.test(path)
  if (own.certainty === 0 || isCompose === (id === 'compose-xml'))
    return isCompose && own.certainty > 0 ? { certainty: 3, reason: 'compose-resources' } : own
  return { certainty: 0, reason: 'other-content' }
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
