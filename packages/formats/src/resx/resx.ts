import { guardEdit } from '../edit/guard-edit.ts'
import { fileFamily } from '../file-family.ts'
import { XML_STRUCTURE } from '../file-structure.ts'
import type { Document, EntryEdit, Format, Recognition } from '../format.ts'
import { XML_CHARACTERS } from '../limits/text-limits.ts'
import { eolLike } from '../source/line-ends.ts'
import { newXmlDocument } from '../source/new-xml.ts'
import { parseXml } from '../source/parse-xml.ts'
import { childElements, innerSpan } from '../source/xml-tree.ts'
import { editResx } from './edit-resx.ts'
import { RESX, readResx } from './read-resx.ts'

/** Resources of .NET belong to one solution, in any folder. */
const RESX_FILES = fileFamily(['.resx'], ['dot'], {
  bare: '.',
  isSourceBare: true,
  joins: { files: 'namespaces', names: 'shared' },
})

/** .NET resource files (.resx): texts among designer data, which is kept. */
export const resx: Format = {
  id: RESX,
  about: '.NET .resx, and .resw of Windows apps',
  extensions: ['.resx', '.resw'],
  families: [RESX_FILES, fileFamily(['.resw'], ['folder'])],
  languages: 'one',
  plurals: 'none',
  syntax: 'dotnet',
  supports: ['comment'],
  structure: {
    ...XML_STRUCTURE,
    boilerplate: [
      ...(XML_STRUCTURE.boilerplate ?? []),
      /<xsd:schema[\s\S]*?<\/xsd:schema>/g,
      /<resheader[\s\S]*?<\/resheader>/g,
    ],
  },
  recognise: recogniseResx,
  read: readResx,
  limitsOf: () => XML_CHARACTERS,
  edit: guardEdit(editResx),
  create(model: Document | null, edits: readonly EntryEdit[]) {
    const empty = newXmlDocument(RESX, model?.format === RESX ? model : null, {
      root: 'root',
      attributes: '',
      doctype: null,
    })
    return editResx(withHeaders(empty, model?.format === RESX ? model : null), edits)
  },
}

function recogniseResx(path: string, head: string): Recognition {
  const isNamed = /\.res[xw]$/i.test(path)
  if (isNamed && /<root[\s>]/.test(head)) return { certainty: 3, reason: 'resx-root' }
  if (isNamed) return { certainty: head.trim() === '' ? 1 : 2, reason: 'resx-extension' }
  return { certainty: 0, reason: 'other-extension' }
}

/**
 * Readers refuse a file without these four (ResXResourceReader); the schema and its comment are
 * documentation.
 */
const HEADERS: readonly (readonly [string, string])[] = [
  ['resmimetype', 'text/microsoft-resx'],
  ['version', '2.0'],
  [
    'reader',
    'System.Resources.ResXResourceReader, System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089',
  ],
  [
    'writer',
    'System.Resources.ResXResourceWriter, System.Windows.Forms, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089',
  ],
]

/** Starts a new file like the model, up to its first data, so that the files of a project look alike. */
function withHeaders(empty: Document, model: Document | null): Document {
  const eol = eolLike(empty.text)
  const own = HEADERS.map(
    ([name, value]) =>
      `  <resheader name="${name}">${eol}    <value>${value}</value>${eol}  </resheader>${eol}`,
  )
  const head = headOf(model) ?? `${eol}${own.join('')}`
  const at = empty.text.lastIndexOf('</root>')
  return { ...empty, text: empty.text.slice(0, at).trimEnd() + head + empty.text.slice(at) }
}

/** Returns the model's root up to the last header, with the line break after it. */
function headOf(model: Document | null): string | null {
  const root = model === null ? null : parseXml(model.text).root
  const last = root === null ? undefined : childElements(root, 'resheader').at(-1)
  if (model === null || root === null || last === undefined) return null
  const data = childElements(root).find(({ name }) => name === 'data' || name === 'metadata')
  if (data !== undefined && data.start < last.start) return null
  return model.text.slice(innerSpan(root).start, last.end) + eolLike(model.text)
}
