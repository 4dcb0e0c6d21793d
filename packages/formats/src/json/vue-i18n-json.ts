import { jsonFormat } from './json-format.ts'

/**
 * JSON messages of vue-i18n: nested texts and arrays. Plural forms (`one | many`), linked messages
 * (`@:other.key`) and literals (`{'@'}`) are within the texts. vue-i18n tries the nested path first, then the
 * whole name as one key of the root, so dotted keys are created only there.
 */
export const vueI18nJson = jsonFormat(
  {
    id: 'vue-i18n-json',
    about: 'vue-i18n: plural forms in one text, separated by |',
    plurals: 'text',
    syntax: 'vue-i18n',
    needsValidTexts: true,
    supports: ['nesting'],
  },
  { dottedKeys: 'root' },
)
