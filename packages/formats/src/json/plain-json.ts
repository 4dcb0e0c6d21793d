import { jsonFormat } from './json-format.ts'

/** JSON of no known dialect: every string is a text, with no syntax of its own. */
export const plainJson = jsonFormat(
  {
    id: 'json',
    about: 'any other JSON of names and texts',
    plurals: 'none',
    syntax: 'plain',
    supports: ['nesting'],
  },
  { dottedKeys: 'root' },
)
