import { isFoundFirst } from './entry-name.ts'
import { jsonFormat } from './json-format.ts'
import { recogniserOf } from './recognise-json.ts'
import { strictJson } from './strict-json.ts'

/**
 * JSON messages of vue-i18n: nested texts and arrays. Plural forms (`one | many`), linked messages
 * (`@:other.key`) and literals (`{'@'}`) are within the texts. vue-i18n follows the nested path first, then
 * looks for the whole name as one key of the root; that is why a dotted key is made there only.
 */
export const vueI18nJson = jsonFormat({
  id: 'vue-i18n-json',
  extensions: ['.json'],
  plurals: 'text',
  syntax: 'vue-i18n',
  holds: ['nesting'],
  grammar: strictJson,
  dottedKeys: 'root',
  passesOverEmpty: false,
  isPreferred: isFoundFirst,
  recognise: recogniserOf('vue-i18n-json'),
})
