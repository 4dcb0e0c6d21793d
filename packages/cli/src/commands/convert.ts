import { mkdir } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { ALL_FORMATS, type Document, type Format, formatById, formatOfNewFile } from '@dragoman/formats'
import { hashOf, readFileInside } from '@dragoman/server'
import { jsonReport, textReport } from '../convert/convert-report.ts'
import { readSourceFiles, type SourceFile } from '../convert/source-files.ts'
import { planTargetFiles, type TargetFile } from '../convert/target-files.ts'
import { languageOption } from '../language-option.ts'
import { nearest } from '../nearest.ts'
import type { ReadArguments } from '../read-arguments.ts'
import { cannotBeWritten, writeFileInside } from '../sync/write-file-inside.ts'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

const REPORTS = new Map([
  ['text', textReport],
  ['json', jsonReport],
])

/**
 * `dragoman convert FROM TO`: converts files to another format, with a report of the differences. All files are
 * checked before the first is written. Exits with 1 if a text was left out.
 */
export async function convert(args: readonly string[], { print }: Terminal): Promise<number> {
  const { words, options } = readArgumentsOf('convert', args)
  const [from, to] = words
  if (from === undefined || to === undefined)
    throw new UsageError('Convert what, and to what? dragoman convert FROM TO.')
  const report = REPORTS.get(options.get('--report') ?? 'text')
  if (report === undefined)
    throw new UsageError(`--report is "${options.get('--report')}". It must be text or json.`)
  const language = languageOption(options, '--language')
  const asked = languageOption(options, '--source') ?? languageOption(options, '--source-language')
  const [fromFormat, toFormat] = [
    formatOption(options, '--from-format'),
    formatOption(options, '--to-format'),
  ]
  const files = await readSourceFiles(from, { format: fromFormat, language, sourceLanguage: asked })
  const sourceLanguage =
    asked ?? sourceLanguageOf(files, toFormat === null ? formatOfNewFile(to) : formatById(toFormat))
  const planned = planTargetFiles(files, to, { format: toFormat, language, sourceLanguage })
  await writeAll(planned, { folder: fixedFolder(to), isForced: options.has('--force') })
  print(report(planned))
  return planned.some((file) => file.report.some(({ severity }) => severity === 'error')) ? 1 : 0
}

function formatOption(options: ReadArguments['options'], name: string): string | null {
  const id = options.get(name)
  if (id === undefined || formatById(id) !== null) return id ?? null
  const known = ALL_FORMATS.map((format) => format.id)
  const close = nearest(id, known)
  throw new UsageError(
    `There is no format "${id}". ${close === null ? `Formats: ${known.join(', ')}.` : `Did you mean ${close}?`}`,
  )
}

/**
 * Returns the language that the files name, otherwise English if there is a file for it. Source texts next to
 * their translations are English by convention of gettext and Qt, unless the translation is English. Throws
 * UsageError if it remains unknown, or if the new files need source texts that no file has.
 */
function sourceLanguageOf(files: readonly SourceFile[], target: Format | null): string {
  const documents = files.flatMap((file) => file.documents)
  const sourceView = documents.find(({ document }) => document.view?.side === 'source')
  const english = documents.find(({ language }) => /^en(?:-|$)/.test(language))
  const known = sourceView ?? english
  if (known !== undefined && !hasSourceTexts(known.document)) return known.language
  if (known === undefined && documents.some(({ document }) => hasSourceTexts(document))) return 'en'
  const [first] = documents
  if (known === undefined && target?.languages !== 'two') return first?.language ?? 'en'
  throw new UsageError(
    `It is not known which language ${first?.language ?? 'the text'} is translated from. Set it with --source, as in --source en.`,
  )
}

function hasSourceTexts({ entries }: Document): boolean {
  for (const { source } of entries.values()) if (source !== undefined && source !== '') return true
  return false
}

/**
 * Returns the folder part of TO, before its first placeholder or its file name; links in it are not followed.
 */
function fixedFolder(to: string): string {
  const fixed = to.replaceAll(sep, '/').split('{')[0] ?? ''
  const end = fixed.lastIndexOf('/')
  return end < 0 ? '.' : fixed.slice(0, end + 1)
}

type WriteOptions = { readonly folder: string; readonly isForced: boolean }

async function writeAll(files: readonly TargetFile[], { folder, isForced }: WriteOptions): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw cannotBeWritten(folder, error)
  })
  const inside = (path: string) => relative(folder, path).replaceAll(sep, '/')
  const expected = new Map<string, string | null>()
  for (const { path } of files) {
    const old = await readFileInside(folder, inside(path))
    if (old.kind === 'unreadable')
      throw new CommandError(
        `${path} cannot be written: ${old.code.replaceAll('-', ' ')}. Nothing was written.`,
      )
    if (old.kind === 'bytes' && !isForced)
      throw new CommandError(`${path} already exists. Use --force to overwrite it. Nothing was written.`)
    expected.set(path, old.kind === 'bytes' ? hashOf(old.bytes) : null)
  }
  const written: string[] = []
  for (const { path, bytes } of files) {
    const target = { folder, path: inside(path), bytes, expected: expected.get(path) ?? null }
    const done = written.length === 0 ? 'Nothing was written.' : `Written before it: ${written.join(', ')}.`
    const isWritten = await writeFileInside(target, path).catch((error: unknown) => {
      throw error instanceof CommandError ? new CommandError(`${error.message} ${done}`) : error
    })
    if (!isWritten)
      throw new CommandError(
        `${path} was changed by another program in the meantime and was not written. ${done}`,
      )
    written.push(path)
  }
}
