import { isFoundFirst } from './entry-name.ts'
import { JSON_FILES } from './json-files.ts'
import { jsonFormat } from './json-format.ts'
import { recogniserOf } from './recognise-json.ts'
import { strictJson } from './strict-json.ts'

/**
 * Laravel's JSON files: one level, in which a key is the text in the source language or a name whose dots
 * have no meaning. Plural forms (`:count file|:count files`) are within the texts. Nested texts are never
 * looked up, so they are not entries.
 */
export const laravelJson = jsonFormat({
  id: 'laravel-json',
  about: 'Laravel: lang/de.json',
  extensions: ['.json'],
  families: [JSON_FILES],
  plurals: 'text',
  syntax: 'laravel',
  capabilities: [],
  grammar: strictJson,
  dottedKeys: 'always',
  passesOverEmpty: false,
  isPreferred: isFoundFirst,
  recognise: recogniserOf('laravel-json'),
})
