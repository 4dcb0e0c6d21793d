import { fileFamily } from '../file-family.ts'

/** XLIFF files of both generations. */
export const XLIFF_FILES = fileFamily(
  ['.xlf', '.xliff', '.xlf2'],
  ['folder', 'file', 'dot', 'first', 'name'],
  {
    bare: '.',
    synonyms: ['.xlf', '.xliff'],
  },
)
