import { fileFamily } from '../file-family.ts'
import { leadWithComment } from '../source/json-comment.ts'
import { parseJson5 } from '../source/json5.ts'
import { quoteJson5, quoteJson5Key, requoteJson5 } from '../source/json5-string.ts'
import type { JsonGrammar, JsonLocation, TextMeaning } from './json-dialect.ts'
import { jsonFormat } from './json-format.ts'

const grammar: JsonGrammar = {
  parse: parseJson5,
  quote: (text, { escapes, quote }) => quoteJson5(text, escapes, quote),
  quoteKey: (key, { escapes, keyQuote, quote }) => quoteJson5Key(key, escapes, keyQuote, quote),
  requote: requoteJson5,
  leadWithComment,
}

/** JSON5, and JSON with comments. A comment above or next to a text belongs to the text. */
export const json5 = jsonFormat(
  {
    id: 'json5',
    about: 'JSON5: comments, names without quotes',
    extensions: ['.json5', '.jsonc'],
    families: [fileFamily(['.json5', '.jsonc'], ['folder', 'file', 'dot'], { isCommon: true })],
    plurals: 'none',
    syntax: 'plain',
    supports: ['comment', 'nesting'],
  },
  {
    grammar,
    dottedKeys: 'root',
    textAt: ({ path, name, note }: JsonLocation): TextMeaning => ({
      path,
      name,
      ...(note === undefined ? {} : { comment: note }),
    }),
  },
)
