import { groupBy } from '@dragoman/core'
import type { Detail, Document, Format } from '../format.ts'
import { unitsOf } from '../units/units-of.ts'
import type { Content, LanguageDocument } from './content.ts'
import { type FidelityLog, noteDifference } from './fidelity.ts'
import { findDetails } from './find-details.ts'

export type WrittenLanguages = { readonly format: Format; readonly languages: readonly string[] }

/** Returns a new file of a format in a language. */
export type WriteAgain = (content: Content, format: Format, language: string) => Uint8Array

/** Reports content of the source files, except texts, that no new file has. */
export function reportDetails(
  content: Content,
  written: WrittenLanguages,
  log: FidelityLog,
  write: WriteAgain,
): void {
  const { format, read } = content
  if (format === null || read === undefined) return
  // The languages of a file are views of the same text.
  for (const file of groupBy(read.documents, ({ document }) => document.text).values()) {
    const [first] = file
    if (first === undefined || !file.some(({ language }) => isWritten(content, written, language))) continue
    const known =
      found.get(first.document) ??
      findDetails({ content, format, file, bases: read.bases }, () =>
        writeAgain(content, format, file, write),
      )
    found.set(first.document, known)
    for (const { owner, text } of known)
      noteDifference(log, owner === null ? 'file-details-lost' : 'details-lost', owner ?? text)
  }
}

/** The details of each source file, which is usually converted to several languages. */
const found = new WeakMap<Document, readonly Detail[]>()

/** Whether a language is in the written files; bilingual files include the source language. */
function isWritten(
  { sourceLanguage }: Content,
  { format, languages }: WrittenLanguages,
  language: string,
): boolean {
  return languages.includes(language) || (format.languages === 'two' && language === sourceLanguage)
}

function writeAgain(
  content: Content,
  format: Format,
  file: readonly LanguageDocument[],
  write: WriteAgain,
): readonly Document[] {
  const bases = content.read?.bases
  const last = file.at(-1)
  if (bases === undefined || last === undefined) return []
  const languages = new Map(
    file.map(({ language, document }) => [language, unitsOf(format, document.entries.values(), bases)]),
  )
  const { sourceLanguage, syntax } = content
  const bytes = write({ sourceLanguage, syntax, languages, encoding: null, format }, format, last.language)
  return file.map(({ document, language }) =>
    format.read(bytes, document.view ?? { language, side: 'target' }),
  )
}
