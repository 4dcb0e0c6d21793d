import { isFoundFirst } from './entry-name.ts'
import { JSON_FILES } from './json-files.ts'
import { jsonFormat } from './json-format.ts'
import { recogniserOf } from './recognise-json.ts'
import { strictJson } from './strict-json.ts'

/**
 * JSON messages of vue-i18n: nested texts and arrays. Plural forms (`one | many`), linked messages
 * (`@:other.key`) and literals (`{'@'}`) are within the texts. vue-i18n tries the nested path first, then the
 * whole name as one key of the root, so dotted keys are created only there.
 */
export const vueI18nJson = jsonFormat({
  id: 'vue-i18n-json',
  about: 'vue-i18n: plural forms in one text, separated by |',
  extensions: ['.json'],
  families: [JSON_FILES],
  plurals: 'text',
  syntax: 'vue-i18n',
  needsValidTexts: true,
  capabilities: ['nesting'],
  grammar: strictJson,
  dottedKeys: 'root',
  passesOverEmpty: false,
  isPreferred: isFoundFirst,
  recognise: recogniserOf('vue-i18n-json'),
})
