import { isFoundFirst } from './entry-name.ts'
import { jsonFormat } from './json-format.ts'
import { recogniserOf } from './recognise-json.ts'
import { strictJson } from './strict-json.ts'

/**
 * Laravel's JSON files: one level, the key is the text in the source language or a name with dots that are
 * just dots. Plural forms (`:count file|:count files`) are within the texts. What is nested is never looked
 * up there, so it is no entry.
 */
export const laravelJson = jsonFormat({
  id: 'laravel-json',
  extensions: ['.json'],
  plurals: 'text',
  syntax: 'laravel',
  holds: [],
  grammar: strictJson,
  dottedKeys: 'always',
  passesOverEmpty: false,
  isPreferred: isFoundFirst,
  recognise: recogniserOf('laravel-json'),
})
