import type { PluralBases } from '@dragoman/core'
import { appendAll } from '@dragoman/core'
import type { Document, Encoding, Format, View } from '../format.ts'
import { isWhole } from '../format.ts'
import type { Numbering } from '../plurals/numbering.ts'
import { languageTag } from '../source/language-tag.ts'
import { pluralBasesOf } from '../units/plural-bases.ts'
import { type FileUnit, unitsOf } from '../units/units-of.ts'

/** The texts of one namespace in its languages, from any origin: the input of a conversion. */
export type Content = {
  readonly sourceLanguage: string
  /** The syntax of the texts; an id of core's message syntaxes. */
  readonly syntax: string
  readonly languages: ReadonlyMap<string, readonly FileUnit[]>
  /** All keys of a catalog, also those without any text. Absent: not known. */
  readonly keys?: readonly Pick<FileUnit, 'name' | 'plural'>[]
  readonly encoding: Encoding | null
  /** The format that the texts were read from. Null: a catalog, whose keys have no format. */
  readonly format: Format | null
  /** What the numbered plural forms of a language are for. Absent: its most usual rule. */
  readonly numberings?: ReadonlyMap<string, Numbering>
  /** The files that they were read from, and which of their names are plural. Absent: a catalog. */
  readonly read?: { readonly documents: readonly LanguageDocument[]; readonly bases: PluralBases }
}

/** The document of one language of a file. */
export type LanguageDocument = { readonly language: string; readonly document: Document }

/** Facts about a file's languages from other sources, for example its path or the user. */
export type LanguageHints = { readonly language: string | null; readonly sourceLanguage: string | null }

/**
 * Returns every language of a file with its document: one, source and translation, or any number. If the file
 * has several, its own languages take precedence over the hints. A file whose single language neither defines
 * returns none.
 */
export function languagesOfFile(
  format: Format,
  bytes: Uint8Array,
  hints: LanguageHints,
): readonly LanguageDocument[] {
  return viewsOfFile(format, bytes, hints).map((view) => ({
    language: view.language,
    document: format.read(bytes, view),
  }))
}

/** Returns the views in which `languagesOfFile` reads a file, the source first. */
export function viewsOfFile(format: Format, bytes: Uint8Array, hints: LanguageHints): readonly View[] {
  const stated = format.languagesIn?.(bytes) ?? { source: null, targets: [] }
  const targets = [...new Set(stated.targets.map((target) => languageTag(target) ?? target))]
  const statedSource = stated.source === null ? null : (languageTag(stated.source) ?? stated.source)
  if (format.languages === 'one') {
    const language = hints.language ?? targets[0] ?? null
    return language === null ? [] : [{ language, side: 'target' }]
  }
  const source = statedSource ?? hints.sourceLanguage
  if (format.languages === 'two') {
    const target = targets[0] ?? (hints.language === source ? null : hints.language)
    return [
      ...(source === null ? [] : [{ language: source, side: 'source' as const }]),
      ...(target === null ? [] : [{ language: target, side: 'target' as const }]),
    ]
  }
  // A file that could contain many languages and names none has one.
  if (targets.length === 0 && statedSource === null)
    return hints.language === null ? [] : [{ language: hints.language, side: 'target' }]
  const all = statedSource === null || targets.includes(statedSource) ? targets : [statedSource, ...targets]
  return all.map((language) => ({ language, side: language === statedSource ? 'source' : 'target' }))
}

/** Joins documents of one format. Incomplete documents contribute what could be read. */
export function contentOf(
  format: Format,
  documents: readonly LanguageDocument[],
  sourceLanguage: string,
): Content {
  const files = documents.map(({ language, document }) => ({ language, entries: document.entries.values() }))
  const bases = pluralBasesOf(format, {
    known: [],
    files: files.map(({ language, entries }) => ({ language, entries: [...entries] })),
    sourceLanguage,
  })
  const languages = new Map<string, FileUnit[]>()
  for (const { language, document } of documents) {
    const units = unitsOf(format, document.entries.values(), bases)
    appendAll(languages, language, units)
  }
  const encoding = documents.find(({ document }) => isWhole(document))?.document.encoding ?? null
  const numberings = numberingsOf(format, documents)
  return {
    sourceLanguage,
    syntax: format.syntax,
    languages,
    encoding,
    format,
    numberings,
    read: { documents, bases },
  }
}

/**
 * Returns texts that were read from files with whole texts where translation programs have split them into segments.
 * The segments of an XLIFF 2 unit stay keys, because no catalog names the unit.
 */
export function withWholeTexts(content: Content): Content {
  const { format, read, sourceLanguage } = content
  const join = format?.joinSegments
  if (format === null || join === undefined || read === undefined) return content
  const documents = read.documents.map(({ language, document }) => ({
    language,
    document: join(document, () => false),
  }))
  return contentOf(format, documents, sourceLanguage)
}

/** Returns what the numbered plural forms of each language are for, as its file defines it. */
export function numberingsOf(
  format: Format,
  documents: readonly LanguageDocument[],
): ReadonlyMap<string, Numbering> {
  return new Map(
    documents.flatMap(({ language, document }) => {
      const numbering = format.numberingOf?.(document) ?? null
      return numbering === null ? [] : [[language, numbering] as const]
    }),
  )
}
