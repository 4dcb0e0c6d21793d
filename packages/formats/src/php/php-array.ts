import { guardEdit } from '../edit/guard-edit.ts'
import { fileFamily } from '../file-family.ts'
import type { Format } from '../format.ts'
import { createPhp, editPhp } from './edit-php.ts'
import { PHP_ARRAY, readPhp } from './read-php.ts'
import { recognisePhp } from './recognise-php.ts'

/**
 * Texts in PHP: an array that the file returns or assigns, or single assignments. In Laravel, plural forms
 * are within the text.
 */
export const phpArray: Format = {
  id: PHP_ARRAY,
  about: 'PHP files that return or fill an array',
  extensions: ['.php'],
  families: [fileFamily(['.php'], ['folder', 'file', 'dot', 'dash'], { isCommon: true })],
  languages: 'one',
  plurals: 'text',
  syntax: 'laravel',
  allowsAnyName: true,
  supports: ['plural', 'comment', 'state', 'nesting'],
  states: ['draft', 'translated'],
  structure: { kind: 'lines', boilerplate: [/\b(?:return|array|TODO|DIRTY|IGNORE)\b/g] },
  recognise: recognisePhp,
  read: readPhp,
  edit: guardEdit(editPhp),
  create: createPhp,
}
