import { jsonFormat } from './json-format.ts'

/**
 * Laravel's JSON files: one level, in which a key is the text in the source language or a name whose dots
 * have no meaning. Plural forms (`:count file|:count files`) are within the texts. Nested texts are never
 * looked up, so they are not entries.
 */
export const laravelJson = jsonFormat(
  {
    id: 'laravel-json',
    about: 'Laravel: lang/de.json',
    plurals: 'text',
    syntax: 'laravel',
    supports: [],
  },
  { dottedKeys: 'always' },
)
