import { guardEdit } from '../edit/guard-edit.ts'
import { XML_STRUCTURE } from '../file-structure.ts'
import type { Format } from '../format.ts'
import { inlineLimits } from '../limits/text-limits.ts'
import { createXliff } from './create-xliff.ts'
import type { Dialect } from './dialect.ts'
import { editXliff } from './edit-xliff.ts'
import { joinSegments } from './join-segments.ts'
import { marksStates, prefixOf, readXliff } from './read-xliff.ts'
import { languagesInXliff, recogniseXliff } from './recognise-xliff.ts'
import { XLIFF_FILES } from './xliff-files.ts'

/** Returns the format of a generation of XLIFF. */
export function xliffFormat(
  dialect: Dialect,
  facts: Pick<Format, 'about' | 'extensions' | 'supports'>,
): Format {
  return {
    ...facts,
    id: dialect.id,
    families: [XLIFF_FILES],
    languages: 'two',
    plurals: 'text',
    syntax: 'mixed',
    states: ['draft', 'translated', 'reviewed'],
    marksStates: (document) => marksStates(document, dialect),
    structure: XML_STRUCTURE,
    recognise: (path, head) => recogniseXliff(path, head, dialect),
    languagesIn: (bytes) => languagesInXliff(bytes, dialect),
    read: (bytes, view) => readXliff(bytes, dialect, view),
    joinSegments: (document, isKey) => joinSegments(document, dialect, isKey),
    limitsOf: (document) => inlineLimits(dialect, prefixOf(document)),
    edit: guardEdit((document, edits) => editXliff(document, edits, dialect)),
    create: (model, edits, view) => createXliff(model, edits, dialect, view),
  }
}
