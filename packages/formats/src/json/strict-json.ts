import { parseJson } from '../source/json.ts'
import { quoteJson, requoteJson } from '../source/json-string.ts'
import type { JsonGrammar } from './json-dialect.ts'

/** JSON as defined by RFC 8259. */
export const strictJson: JsonGrammar = {
  parse: parseJson,
  quote: (text, layout) => quoteJson(text, layout.escapes),
  quoteKey: (key, layout) => quoteJson(key, layout.escapes),
  requote: requoteJson,
}
