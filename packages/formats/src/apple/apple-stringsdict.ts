import { guardEdit } from '../edit/guard-edit.ts'
import { fileFamily } from '../file-family.ts'
import { XML_STRUCTURE } from '../file-structure.ts'
import type { Document, EntryEdit, Format, Recognition } from '../format.ts'
import { XML_CHARACTERS } from '../limits/text-limits.ts'
import { eolLike } from '../source/line-ends.ts'
import { newXmlDocument } from '../source/new-xml.ts'
import { editStringsdict } from './edit-stringsdict.ts'
import { APPLE_STRINGSDICT, readStringsdict } from './read-stringsdict.ts'

/** Apple strings dictionaries (.stringsdict): property lists of formats with plural variables. */
export const appleStringsdict: Format = {
  id: APPLE_STRINGSDICT,
  about: 'Apple .stringsdict: plural forms',
  extensions: ['.stringsdict'],
  families: [fileFamily(['.stringsdict'], ['lproj'])],
  languages: 'one',
  plurals: 'units',
  syntax: 'apple',
  supports: ['plural', 'comment'],
  structure: XML_STRUCTURE,
  recognise: recogniseStringsdict,
  read: readStringsdict,
  limitsOf: () => XML_CHARACTERS,
  edit: guardEdit(editStringsdict),
  create(model: Document | null, edits: readonly EntryEdit[]) {
    const own = model?.format === APPLE_STRINGSDICT ? model : null
    const empty = newXmlDocument(APPLE_STRINGSDICT, own, {
      root: 'plist',
      attributes: ' version="1.0"',
      doctype: DOCTYPE,
    })
    const eol = eolLike(empty.text)
    const indent = /<plist[^>]*>\s*?[\r\n]([ \t]*)<dict/.exec(own?.text ?? '')?.[1] ?? ''
    const text = empty.text.replace('</plist>', () => `${indent}<dict>${eol}${indent}</dict>${eol}</plist>`)
    return editStringsdict({ ...empty, text }, edits, own)
  },
}

const DOCTYPE =
  '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">'

function recogniseStringsdict(path: string, head: string): Recognition {
  if (/\.stringsdict$/i.test(path))
    return { certainty: /<plist[\s>]/.test(head) ? 3 : 2, reason: 'stringsdict-extension' }
  return { certainty: 0, reason: 'other-extension' }
}
