import { guardEdit } from '../edit/guard-edit.ts'
import { XML_STRUCTURE } from '../file-structure.ts'
import type { Format } from '../format.ts'
import { inlineLimits } from '../limits/text-limits.ts'
import { createXliff } from './create-xliff.ts'
import { XLIFF_1 } from './dialect.ts'
import { editXliff } from './edit-xliff.ts'
import { joinSegments } from './join-segments.ts'
import { marksStates, prefixOf, readXliff } from './read-xliff.ts'
import { languagesInXliff, recogniseXliff } from './recognise-xliff.ts'
import { XLIFF_FILES } from './xliff-files.ts'

/** XLIFF 1.0, 1.1 and 1.2: Angular, Symfony, TYPO3, .NET tools. Read leniently, written by splicing. */
export const xliff1: Format = {
  id: XLIFF_1.id,
  about: 'XLIFF 1.2: Angular, Symfony, TYPO3, Xcode',
  extensions: ['.xlf', '.xliff'],
  families: [XLIFF_FILES],
  languages: 'two',
  plurals: 'text',
  syntax: 'mixed',
  supports: ['comment', 'state', 'source', 'max-length'],
  states: ['draft', 'translated', 'reviewed'],
  marksStates: (document) => marksStates(document, XLIFF_1),
  structure: XML_STRUCTURE,
  recognise: (path, head) => recogniseXliff(path, head, XLIFF_1),
  languagesIn: (bytes) => languagesInXliff(bytes, XLIFF_1),
  read: (bytes, view) => readXliff(bytes, XLIFF_1, view),
  joinSegments: (document, isKey) => joinSegments(document, XLIFF_1, isKey),
  limitsOf: (document) => inlineLimits(XLIFF_1, prefixOf(document)),
  edit: guardEdit((document, edits) => editXliff(document, edits, XLIFF_1)),
  create: (model, edits, view) => createXliff(model, edits, XLIFF_1, view),
}
