import { XLIFF_1 } from './dialect.ts'
import { xliffFormat } from './xliff-format.ts'

/** XLIFF 1.0, 1.1 and 1.2: Angular, Symfony, TYPO3, .NET tools. Read leniently, written by splicing. */
export const xliff1 = xliffFormat(XLIFF_1, {
  about: 'XLIFF 1.2: Angular, Symfony, TYPO3, Xcode',
  extensions: ['.xlf', '.xliff'],
  supports: ['comment', 'state', 'source', 'max-length'],
})
