import { mergeFile, type Unit, type UnitChange } from '@dragoman/core'
import { type Document, type Format, pluralBasesOf } from '@dragoman/formats'
import { unitsOfDocument } from './base-of-part.ts'

export type TwoVersions = {
  readonly format: Format
  readonly language: string
  readonly sourceLanguage: string
  /** Null: the file does not exist. */
  readonly before: Document | null
  readonly after: Document | null
  /** The catalog's keys of the namespace, which define what is plural. */
  readonly known: readonly Unit[]
}

/** Returns the changes between two versions of a file, in one language. */
export function changesBetween({
  format,
  language,
  sourceLanguage,
  before,
  after,
  known,
}: TwoVersions): readonly UnitChange[] {
  const documents = [after, before].filter((document) => document !== null)
  const files = documents.map(({ entries }) => ({ language, entries: [...entries.values()] }))
  const bases = pluralBasesOf(format, { known, files, sourceLanguage })
  const unitsIn = (document: Document | null) =>
    document === null ? new Map<string, Unit>() : unitsOfDocument(format, document, bases)
  const was = unitsIn(before)
  return mergeFile({ base: was, theirs: was, ours: unitsIn(after) }).toFile
}
