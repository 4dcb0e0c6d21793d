import { guardEdit } from '../edit/guard-edit.ts'
import { XML_STRUCTURE } from '../file-structure.ts'
import type { Format } from '../format.ts'
import { inlineLimits } from '../limits/text-limits.ts'
import { createExchange } from './create-exchange.ts'
import { editExchange } from './edit-exchange.ts'
import type { ExchangeDialect } from './exchange-shape.ts'
import { languagesInExchange, readExchange } from './read-exchange.ts'

/**
 * Returns the format of files that translation tools exchange. Projects do not store their texts in them: they are
 * imported and exported. `root`: the start of the root element.
 */
export function exchangeFormat(
  dialect: ExchangeDialect,
  { about, root }: Pick<Format, 'about'> & { readonly root: RegExp },
): Format {
  const { id, syntax } = dialect
  return {
    id,
    about,
    extensions: [`.${id}`],
    families: [],
    languages: 'many',
    plurals: 'none',
    syntax: 'plain',
    supports: ['comment', 'source', 'any-charset'],
    structure: XML_STRUCTURE,
    recognise(path, head) {
      if (root.test(head)) return { certainty: 3, reason: `${id}-root` }
      return path.toLowerCase().endsWith(`.${id}`)
        ? { certainty: head.trim() === '' ? 1 : 0, reason: `${id}-extension` }
        : { certainty: 0, reason: 'other-extension' }
    },
    languagesIn: (bytes) => languagesInExchange(bytes, dialect),
    read: (bytes, view) => readExchange(bytes, dialect, view),
    limitsOf: () => inlineLimits(syntax.elements, ''),
    edit: guardEdit((document, edits) => editExchange(document, edits, dialect)),
    create: (model, edits, view) => createExchange(model, edits, { dialect, view }),
  }
}
