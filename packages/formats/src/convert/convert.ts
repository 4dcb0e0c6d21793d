import type { Document, EntryEdit, Format, View } from '../format.ts'
import { languageTag } from '../source/language-tag.ts'
import { type Builder, buildFile } from './build-file.ts'
import { compareWritten } from './compare-written.ts'
import type { Content } from './content.ts'
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
  /** The language of the new file; of a file of many, the one that is written first. */
  readonly language: string
  /** A file of the same format whose style the new one has. */
  readonly model?: Document | null
  /** The languages that get a file of their own beside this one: what is theirs is not lost. */
  readonly beside?: readonly string[]
  /** How many names the report gives for each thing; 5 unless told. */
  readonly examplesMax?: number
}

export type Converted = {
  readonly bytes: Uint8Array
  readonly report: FidelityReport
  readonly languages: readonly string[]
}

const EXAMPLES = 5

/**
 * The texts as a file of a format, and what differs in it. A format of one or two languages gets the language
 * asked for (with its source where it holds that), one of many gets all languages that its file can name.
 * What was written has been read again: the report is of what the file says.
 */
export function convert(content: Content, target: ConvertTarget): Converted {
  const log = openFidelityLog()
  const { bytes, languages } = writeFile(content, target, log)
  noteSources(content, { format: target.format, languages, beside: target.beside ?? [] }, log)
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

function viewFor({ sourceLanguage }: Content, format: Format, language: string): View {
  const side = format.languages !== 'one' && language === sourceLanguage ? 'source' : 'target'
  return format.languages === 'two' && side === 'target'
    ? { language, side, sourceLanguage }
    : { language, side }
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

/**
 * Whether a file of a format for many languages says which it has: then others can be put beside the first.
 */
function namesItsLanguages({ languagesIn }: Format, bytes: Uint8Array, language: string): boolean {
  const said = languagesIn?.(bytes)
  const tags =
    said === undefined
      ? []
      : [said.source, ...said.targets].map((tag) => (tag === null ? null : (languageTag(tag) ?? tag)))
  return tags.includes(language)
}
