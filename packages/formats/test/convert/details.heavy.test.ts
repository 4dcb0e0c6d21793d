import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { lawRuns } from '../../../../scripts/lib/law-runs.ts'
import {
  ALL_FORMATS,
  type Content,
  contentOf,
  convert,
  type FidelityReport,
  type Format,
  formatById,
  isWhole,
  languagesOfFile,
} from '../../src/index.ts'
import { SAMPLES } from '../samples.ts'
import type { Detail, DetailedFile } from './detailed-file.ts'

const SEED = 20260301
/** Random selections of details for each pair, in addition to all details. */
const RUNS = lawRuns(2, 0).numRuns
const EVERY_NAME = Number.POSITIVE_INFINITY

describe('a round trip between any two formats keeps every detail that no report mentions', () => {
  test.each(SAMPLES.flatMap(({ format, detailed }) => detailed.map((one) => [format, one] as const)))(
    '%s',
    (format, one) => {
      const all = one.pieces.filter((piece) => typeof piece !== 'string')
      const choices = [all, ...fc.sample(fc.subarray(all), { numRuns: RUNS, seed: SEED }).slice(0, RUNS)]
      for (const [a, details] of choices.map((some) => [named(format), some] as const)) {
        const bytes = write(one, new Set(details))
        // The law does not apply to details that do not appear in the file.
        for (const detail of details) expect(shownIn(a.id, bytes)).toMatch(detail.kept)
        const first = read(a, bytes)
        for (const b of ALL_FORMATS) {
          const there = go(first, b)
          const back = go(read(b, there.bytes), a)
          const shown = shownIn(a.id, back.bytes)
          const messages = [...messagesOf(there.report), ...messagesOf(back.report)]
          const silent = details.filter((detail) => !detail.kept.test(shown) && !isReported(messages, detail))
          expect(
            silent.map(({ of, raw }) => [of, raw.trim()]),
            `${a.id} → ${b.id} → ${a.id}`,
          ).toEqual([])
        }
      }
    },
  )
})

/** Returns the content of a file in searchable form. */
function shownIn(format: string, bytes: Uint8Array): string {
  if (format !== 'xlsx') return new TextDecoder().decode(bytes)
  return Object.values(unzipSync(bytes))
    .map((part) => strFromU8(part))
    .join('\n')
}

function write({ pieces, pack }: DetailedFile, chosen: ReadonlySet<Detail>): Uint8Array {
  const text = pieces
    .map((piece) => (typeof piece === 'string' ? piece : chosen.has(piece) ? piece.raw : ''))
    .join('')
  return pack === undefined ? new TextEncoder().encode(text) : pack(text)
}

function named(id: string): Format {
  const format = formatById(id)
  if (format === null) throw new Error(`There is no format ${id}`)
  return format
}

/** Reads all languages of a file, like `dragoman convert`. */
function read(format: Format, bytes: Uint8Array): Content {
  const documents = languagesOfFile(format, bytes, { language: 'de', sourceLanguage: 'en' })
  for (const { document } of documents) expect(isWhole(document), JSON.stringify(document.issues)).toBe(true)
  return contentOf(format, documents, 'en')
}

/**
 * Converts to the file that a person wants: with all languages if the format can store them, otherwise the
 * translation.
 */
function go(content: Content, format: Format) {
  const all =
    format.languages === 'many' && content.languages.has('en')
      ? convert(content, { format, language: 'en', examplesMax: EVERY_NAME })
      : null
  return all?.languages.includes('de') === true
    ? all
    : convert(content, { format, language: 'de', examplesMax: EVERY_NAME })
}

type Message = { readonly code: string; readonly severity: string; readonly name: string }

function messagesOf(report: FidelityReport): readonly Message[] {
  return report.flatMap(({ code, severity, examples }) =>
    examples.map(({ name }) => ({ code, severity, name: spelled(name) })),
  )
}

/** A report that a text is left out or renamed covers all its details. */
function isReported(messages: readonly Message[], { of, lost }: Detail): boolean {
  return messages.some(({ code, severity, name }) => {
    const isIts = lost.some((one) => one === code) || severity === 'error' || code === 'name-changed'
    return of === null ? lost.some((one) => one === code) : name === of && isIts
  })
}

/**
 * Returns context and source text as one name, regardless of the format that joined them; former plural forms
 * get the name of the plural.
 */
function spelled(name: string): string {
  return name.replace('\u0004', '|').replace(/_(?:one|other)$/, '')
}
