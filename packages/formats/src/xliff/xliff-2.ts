import { XLIFF_2 } from './dialect.ts'
import { xliffFormat } from './xliff-format.ts'

/**
 * XLIFF 2.0 and 2.1. Violations of the specification are reported with their locations, and edits must not
 * add any.
 */
export const xliff2 = xliffFormat(XLIFF_2, {
  about: 'XLIFF 2.0 to 2.2',
  extensions: ['.xlf', '.xliff', '.xlf2'],
  supports: ['comment', 'state', 'source'],
})
