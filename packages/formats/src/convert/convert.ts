import type { Document, EntryEdit, Format, View } from '../format.ts'
import { languageTag } from '../source/language-tag.ts'
import { type Builder, buildFile } from './build-file.ts'
import { compareWritten } from './compare-written.ts'
import { type Content, withWholeTexts } from './content.ts'
import {
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
  /** The language of the new file; if it has several, the one that is written first. */
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
  readonly languages: readonly string[]
}

const EXAMPLES = 5

/**
 * Returns the texts as a file of a format, and a report of differences. A format with one or two languages
 * gets the requested one (with its source if it stores that), one with many gets all languages that it can
 * name. The report is based on reading the result.
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
  const first = writeLanguage(
    { content, format, model, log },
    viewFor(content, format, target.language),
    null,
  )
  let { bytes } = first
  const languages = [target.language]
  if (format.languages === 'many') {
    for (const language of content.languages.keys()) {
      if (language === target.language || !namesItsLanguages(format, bytes, target.language)) continue
      bytes = writeLanguage({ content, format, model, log }, viewFor(content, format, language), bytes).bytes
      languages.push(language)
    }
  }
  const charset = content.encoding?.charset ?? 'utf-8'
  if (!charset.startsWith('utf-') && charset !== first.document.encoding.charset)
    noteDifference(log, 'charset-changed', charset)
  return { bytes, languages }
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
  return text === undefined || name === text || name.endsWith(`\u0004${text}`)
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

/** Returns whether a multilingual file names its languages, so that others can be added. */
function namesItsLanguages({ languagesIn }: Format, bytes: Uint8Array, language: string): boolean {
  const stated = languagesIn?.(bytes)
  const tags =
    stated === undefined
      ? []
      : [stated.source, ...stated.targets].map((tag) => (tag === null ? null : (languageTag(tag) ?? tag)))
  return tags.includes(language)
}
