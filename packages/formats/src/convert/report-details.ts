import type { Detail, Document, Format } from '../format.ts'
import { unitsOf } from '../units/units-of.ts'
import type { Content, LanguageDocument } from './content.ts'
import { type FidelityLog, noteDifference } from './fidelity.ts'
import { findDetails } from './find-details.ts'

export type WrittenLanguages = { readonly format: Format; readonly languages: readonly string[] }

/** Gives a new file of a format in a language. */
export type WriteAgain = (content: Content, format: Format, language: string) => Uint8Array

/** Tells of what the files that were read say beside their texts: no new file says it. */
export function reportDetails(
  content: Content,
  written: WrittenLanguages,
  log: FidelityLog,
  write: WriteAgain,
): void {
  const { format, read } = content
  if (format === null || read === undefined) return
  for (const file of filesOf(read.documents)) {
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

/** What was found in each file that was read: it is written in several languages, as a rule. */
const found = new WeakMap<Document, readonly Detail[]>()

/** The languages of a file are views of one text. */
function filesOf(documents: readonly LanguageDocument[]): readonly (readonly LanguageDocument[])[] {
  const files = new Map<string, LanguageDocument[]>()
  for (const one of documents) {
    const known = files.get(one.document.text)
    if (known === undefined) files.set(one.document.text, [one])
    else known.push(one)
  }
  return [...files.values()]
}

/** Where a file holds two languages, the source's are in it too. */
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
