import { guardEdit } from '../edit/guard-edit.ts'
import { XML_STRUCTURE } from '../file-structure.ts'
import type { Format } from '../format.ts'
import { inlineLimits } from '../limits/text-limits.ts'
import { createExchange } from './create-exchange.ts'
import { editExchange } from './edit-exchange.ts'
import { TMX } from './exchange-shape.ts'
import { languagesInExchange, readExchange } from './read-exchange.ts'

/**
 * Translation memories as tools exchange them (TMX 1.4b). Projects do not store their texts in such files:
 * they are imported and exported.
 */
export const tmx: Format = {
  id: 'tmx',
  about: 'TMX: translation memory',
  extensions: ['.tmx'],
  families: [],
  languages: 'many',
  plurals: 'none',
  syntax: 'plain',
  supports: ['comment', 'source', 'any-charset'],
  structure: XML_STRUCTURE,
  recognise(path, head) {
    if (/<tmx[\s>]/.test(head)) return { certainty: 3, reason: 'tmx-root' }
    return /\.tmx$/i.test(path)
      ? { certainty: head.trim() === '' ? 1 : 0, reason: 'tmx-extension' }
      : { certainty: 0, reason: 'other-extension' }
  },
  languagesIn: (bytes) => languagesInExchange(bytes, TMX),
  read: (bytes, view) => readExchange(bytes, TMX, view),
  limitsOf: () => inlineLimits(TMX.syntax.elements, ''),
  edit: guardEdit((document, edits) => editExchange(document, edits, TMX)),
  create: (model, edits, view) => createExchange(model, edits, { dialect: TMX, view }),
}
