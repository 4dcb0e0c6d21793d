import { guardEdit } from '../edit/guard-edit.ts'
import { XML_STRUCTURE } from '../file-structure.ts'
import type { Format } from '../format.ts'
import { inlineLimits } from '../limits/text-limits.ts'
import { createXliff } from './create-xliff.ts'
import { XLIFF_2 } from './dialect.ts'
import { editXliff } from './edit-xliff.ts'
import { joinSegments } from './join-segments.ts'
import { marksStates, prefixOf, readXliff } from './read-xliff.ts'
import { languagesInXliff, recogniseXliff } from './recognise-xliff.ts'
import { XLIFF_FILES } from './xliff-files.ts'

/**
 * XLIFF 2.0 and 2.1. Violations of the specification are reported with their locations, and edits must not
 * add any.
 */
export const xliff2: Format = {
  id: XLIFF_2.id,
  about: 'XLIFF 2.0 to 2.2',
  extensions: ['.xlf', '.xliff', '.xlf2'],
  families: [XLIFF_FILES],
  languages: 'two',
  plurals: 'text',
  syntax: 'mixed',
  supports: ['comment', 'state', 'source'],
  states: ['draft', 'translated', 'reviewed'],
  marksStates: (document) => marksStates(document, XLIFF_2),
  structure: XML_STRUCTURE,
  recognise: (path, head) => recogniseXliff(path, head, XLIFF_2),
  languagesIn: (bytes) => languagesInXliff(bytes, XLIFF_2),
  read: (bytes, view) => readXliff(bytes, XLIFF_2, view),
  joinSegments: (document, isKey) => joinSegments(document, XLIFF_2, isKey),
  limitsOf: (document) => inlineLimits(XLIFF_2, prefixOf(document)),
  edit: guardEdit((document, edits) => editXliff(document, edits, XLIFF_2)),
  create: (model, edits, view) => createXliff(model, edits, XLIFF_2, view),
}
