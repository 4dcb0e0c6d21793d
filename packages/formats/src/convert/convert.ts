import { hasText } from '@dragoman/core'
import type { Document, EntryEdit, Format, View } from '../format.ts'
import { CONTEXT_END } from '../source/context-end.ts'
import { languageTag } from '../source/language-tag.ts'
import { type Builder, type Built, buildFile } from './build-file.ts'
import { compareWritten } from './compare-written.ts'
import { type Content, withWholeTexts } from './content.ts'
import {
  addDifferences,
  type FidelityLog,
  type FidelityReport,
  noteDifference,
  openFidelityLog,
  reportOf,
} from './fidelity.ts'
import { noteSources } from './note-sources.ts'
import { planLanguage } from './plan-language.ts'
import { reportDetails } from './report-details.ts'

export type ConvertTarget = {
  readonly format: Format
  /** The language of the new file, if it does not have several. */
  readonly language: string
  /** A file of the same format that defines the style of the new one. */
  readonly model?: Document | null
  /** Languages that are written to files of their own, so that their texts are not lost. */
  readonly otherLanguages?: readonly string[]
  /** How many names the report lists for each difference; 5 by default. */
  readonly examplesMax?: number
}

export type Converted = {
  readonly bytes: Uint8Array
  readonly report: FidelityReport
  /** Those of the content whose texts, if any, are in the file. */
  readonly languages: readonly string[]
}

const EXAMPLES = 5

/**
 * Returns the texts as a file of a format, and a report of differences. A format with one or two languages
 * gets the requested one (with its source if it stores that), one with many gets all languages, the source language
 * first, or only the requested one if such a file does not name its languages. The report is based on reading the result.
 */
export function convert(read: Content, target: ConvertTarget): Converted {
  const content = read.format?.id === target.format.id ? read : withWholeTexts(read)
  const log = openFidelityLog()
  const { bytes, languages } = writeFile(content, target, log)
  noteSources(content, { format: target.format, languages, otherLanguages: target.otherLanguages ?? [] }, log)
  reportDetails(content, { format: target.format, languages }, log, (again, own, language) => {
    return writeFile(again, { format: own, language }, openFidelityLog()).bytes
  })
  return { bytes, report: reportOf(log, target.examplesMax ?? EXAMPLES), languages }
}

function writeFile(
  content: Content,
  target: ConvertTarget,
  log: FidelityLog,
): Pick<Converted, 'bytes' | 'languages'> {
  const { format, model = null } = target
  const writing = { content, format, model, log }
  const start = startFile(writing, target.language)
  const languages = [start.language]
  let { bytes } = start.built
  if (start.isNamed) {
    for (const language of content.languages.keys()) {
      if (language === start.language) continue
      bytes = writeLanguage(writing, viewFor(content, format, language), bytes).bytes
      languages.push(language)
    }
  }
  const charset = content.encoding?.charset ?? 'utf-8'
  if (!charset.startsWith('utf-') && charset !== start.built.document.encoding.charset)
    noteDifference(log, 'charset-changed', charset)
  return { bytes, languages }
}

type Start = { readonly language: string; readonly built: Built; readonly isNamed: boolean }

/**
 * Writes the first language of a file. If the file names it, others can be added: the source language defines the order
 * of the keys, and one without texts is often not named. Otherwise the file has only the requested language.
 */
function startFile({ log, ...writing }: Writing, requested: string): Start {
  const { content, format } = writing
  const start = (language: string, to: FidelityLog): Start => {
    const built = writeLanguage({ ...writing, log: to }, viewFor(content, format, language), null)
    return { language, built, isNamed: namesItsLanguages(format, built.bytes, language) }
  }
  const withTexts = [...content.languages].filter(([, units]) => units.some(({ forms }) => hasText(forms)))
  const first = withTexts.find(([language]) => language === content.sourceLanguage) ?? withTexts[0]
  if (format.languages === 'many' && first !== undefined && first[0] !== requested) {
    const attempted = openFidelityLog()
    const started = start(first[0], attempted)
    if (started.isNamed) {
      addDifferences(log, attempted)
      return started
    }
  }
  return start(requested, log)
}

function viewFor({ sourceLanguage, languages }: Content, format: Format, language: string): View {
  // If names are source texts, but keys are not, the source language's texts are written as translations.
  const areNames =
    language !== sourceLanguage ||
    !format.namesAreSources ||
    (languages.get(language) ?? []).every(({ name, forms }) => isTextOf(name, forms.other ?? forms.one))
  if (!areNames) return { language, side: 'target', sourceLanguage }
  const side = format.languages !== 'one' && language === sourceLanguage ? 'source' : 'target'
  return format.languages === 'two' && side === 'target'
    ? { language, side, sourceLanguage }
    : { language, side }
}

/** Returns whether a name is a text, possibly after a context. */
function isTextOf(name: string, text: string | undefined): boolean {
  return text === undefined || name === text || name.endsWith(`${CONTEXT_END}${text}`)
}

type Writing = {
  readonly content: Content
  readonly format: Format
  readonly model: Document | null
  readonly log: FidelityLog
}

function writeLanguage({ content, format, model, log }: Writing, view: View, into: Uint8Array | null) {
  const started = into === null ? null : format.read(into, view)
  const builder: Builder = {
    make: (edits: readonly EntryEdit[]) =>
      started === null ? format.create(model, edits, view) : format.edit(started, edits, model),
    read: (bytes) => format.read(bytes, view),
  }
  const target = { format, language: view.language }
  const planned = planLanguage(content, target, log)
  const built = buildFile(builder, planned)
  compareWritten(content, target, { planned, ...built }, log)
  return built
}

/** Returns whether a multilingual file with texts of a language names it, so that others can be added. */
export function namesItsLanguages(
  { languages, languagesIn, alwaysNamesLanguages }: Format,
  bytes: Uint8Array,
  language: string,
): boolean {
  if (languages !== 'many') return false
  if (alwaysNamesLanguages === true) return true
  const stated = languagesIn?.(bytes)
  const tags =
    stated === undefined
      ? []
      : [stated.source, ...stated.targets].map((tag) => (tag === null ? null : (languageTag(tag) ?? tag)))
  return tags.includes(language)
}
