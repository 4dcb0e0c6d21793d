import { tagFromPath } from '@dragoman/core'
import { ALL_FORMATS, formatById } from '@dragoman/formats'
import { hashOf, readLocaleFile, replaceFile } from '@dragoman/server'
import { jsonReport, textReport } from '../convert/convert-report.ts'
import { readSourceFiles, type SourceFile } from '../convert/source-files.ts'
import { planTargetFiles, type TargetFile } from '../convert/target-files.ts'
import { nearest } from '../nearest.ts'
import { type ReadArguments, readArguments } from '../read-arguments.ts'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'

const OPTIONS = {
  '--from-format': 'value',
  '--to-format': 'value',
  '--language': 'value',
  '--source-language': 'value',
  '--report': 'value',
  '--force': 'switch',
} as const

const REPORTS = new Map([
  ['text', textReport],
  ['json', jsonReport],
])

/**
 * `dragoman convert FROM TO`: the texts of files in another format, with a report of what differs. Writes all files or none. Ends with 1 where a text was left
 * out.
 */
export async function convert(args: readonly string[], { print }: Terminal): Promise<number> {
  const { words, options } = readArguments(args, OPTIONS, { wordsMax: 2 })
  const [from, to] = words
  if (from === undefined || to === undefined) throw new UsageError('Which file, and what shall become of it? dragoman convert FROM TO.')
  const report = REPORTS.get(options.get('--report') ?? 'text')
  if (report === undefined) throw new UsageError(`--report is "${options.get('--report')}". It must be text or json.`)
  const language = languageOption(options, '--language')
  const asked = languageOption(options, '--source-language')
  const [fromFormat, toFormat] = [formatOption(options, '--from-format'), formatOption(options, '--to-format')]
  const files = await readSourceFiles(from, { format: fromFormat, language, sourceLanguage: asked })
  const sourceLanguage = asked ?? guessSource(files)
  const planned = planTargetFiles(files, to, { format: toFormat, language, sourceLanguage })
  await writeAll(planned, options.has('--force'))
  print(report(planned))
  return planned.some((file) => file.report.some(({ severity }) => severity === 'error')) ? 1 : 0
}

function formatOption(options: ReadArguments['options'], name: string): string | null {
  const id = options.get(name)
  if (id === undefined || formatById(id) !== null) return id ?? null
  const known = ALL_FORMATS.map((format) => format.id)
  const close = nearest(id, known)
  throw new UsageError(`There is no format "${id}". ${close === null ? `Formats: ${known.join(', ')}.` : `Did you mean ${close}?`}`)
}

function languageOption(options: ReadArguments['options'], name: string): string | null {
  const text = options.get(name)
  if (text === undefined) return null
  const tag = tagFromPath(text)
  if (tag === null) throw new UsageError(`${name} is "${text}". It must be a language tag such as de or pt-BR.`)
  return tag
}

/** What the files say, else English where there is some, else the first. */
function guessSource(files: readonly SourceFile[]): string {
  const documents = files.flatMap((file) => file.documents)
  const said = documents.find(({ document }) => document.view?.side === 'source')
  const english = documents.find(({ language }) => /^en(?:-|$)/.test(language))
  return (said ?? english ?? documents[0])?.language ?? 'en'
}

async function writeAll(files: readonly TargetFile[], isForced: boolean): Promise<void> {
  const expected = new Map<string, string | null>()
  for (const { path } of files) {
    const old = await readLocaleFile(path)
    if (old.kind === 'unreadable') throw new CommandError(`${path} cannot be written: ${old.code.replaceAll('-', ' ')}.`)
    if (old.kind === 'bytes' && !isForced)
      throw new CommandError(`${path} exists already. Use --force to overwrite it. Nothing was written.`)
    expected.set(path, old.kind === 'bytes' ? hashOf(old.bytes) : null)
  }
  for (const { path, bytes } of files) {
    const done = await replaceFile({ path, bytes, expected: expected.get(path) ?? null })
    if (done.kind !== 'written') throw new CommandError(`${path} was changed by another program meanwhile and is left as it is.`)
  }
}
