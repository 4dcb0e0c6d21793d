import { guardEdit } from '../edit/guard-edit.ts'
import { XML_STRUCTURE } from '../file-structure.ts'
import type { Format } from '../format.ts'
import { inlineLimits } from '../limits/text-limits.ts'
import { createExchange } from './create-exchange.ts'
import { editExchange } from './edit-exchange.ts'
import { TBX } from './exchange-shape.ts'
import { languagesInExchange, readExchange } from './read-exchange.ts'

/**
 * Glossaries as tools exchange them (TBX, ISO 30042). Projects do not store their texts in such files: they
 * are imported and exported.
 */
export const tbx: Format = {
  id: 'tbx',
  about: 'TBX: terms',
  extensions: ['.tbx'],
  families: [],
  languages: 'many',
  plurals: 'none',
  syntax: 'plain',
  supports: ['comment', 'source', 'any-charset'],
  structure: XML_STRUCTURE,
  recognise(path, head) {
    if (/<(?:tbx|martif)[\s>]/.test(head)) return { certainty: 3, reason: 'tbx-root' }
    return /\.tbx$/i.test(path)
      ? { certainty: head.trim() === '' ? 1 : 0, reason: 'tbx-extension' }
      : { certainty: 0, reason: 'other-extension' }
  },
  languagesIn: (bytes) => languagesInExchange(bytes, TBX),
  read: (bytes, view) => readExchange(bytes, TBX, view),
  limitsOf: () => inlineLimits(TBX.syntax.elements, ''),
  edit: guardEdit((document, edits) => editExchange(document, edits, TBX)),
  create: (model, edits, view) => createExchange(model, edits, { dialect: TBX, view }),
}
