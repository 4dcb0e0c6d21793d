import { basename } from 'node:path'
import { nameWithFolder, slugFromName } from '@dragoman/core'
import { type Detection, PROJECT_FILE } from '@dragoman/formats'
import { inspectFolder, placesOf, readFileInside } from '@dragoman/server/sync'
import { readKeptTokens } from '../kept-tokens.ts'
import { languageOption } from '../language-option.ts'
import { oneLine } from '../one-line.ts'
import { readServerAddress } from '../server/server-address.ts'
import { writeFileInside } from '../sync/write-file-inside.ts'
import { CommandError, type Terminal, UsageError } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

/**
 * `dragoman init [FOLDER]`: writes a `dragoman.json` for the locale files of a folder: for the best guess, or
 * with `--all` for all of them, each as its own project. Never replaces an existing file.
 */
export async function init(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words, options } = readArgumentsOf('init', args)
  const asked = languageOption(options, '--source-language') ?? undefined
  const { folder, candidates } = await inspectFolder(words[0] ?? '.', asked)
  if ((await readFileInside(folder, PROJECT_FILE)).kind !== 'missing')
    throw new CommandError(
      `${folder}/${PROJECT_FILE} already exists. Add "server" and "project" to it by hand; see docs/cli.md.`,
    )
  const address = options.get('--server') ?? (env.DRAGOMAN_SERVER?.trim() || undefined)
  const server = address === undefined ? (await readKeptTokens(env)).last : readServerAddress(address)
  const project = projectOf(options.get('--project'), folder)
  const [first] = candidates
  if (first === undefined) throw new Error('An inspection has a candidate.')
  const wanted = options.has('--all')
    ? candidates.filter(({ sourceLanguage }) => sourceLanguage === first.sourceLanguage)
    : [first]
  const text = projectFile({ server, project, wanted, candidates })
  if (options.has('--dry-run')) {
    print(text.trimEnd())
    return 0
  }
  const bytes = new TextEncoder().encode(text)
  if (!(await writeFileInside({ folder, path: PROJECT_FILE, bytes, expected: null })))
    throw new CommandError(`${PROJECT_FILE} was created by another program in the meantime.`)
  print(`Wrote ${PROJECT_FILE}:`)
  for (const { pattern, format, files } of wanted)
    print(
      `  ${oneLine(pattern)}  ${format}, ${count(files.map((file) => file.path))} files, ${count(files.map((file) => file.language))} languages`,
    )
  const left = candidates.filter((candidate) => !wanted.includes(candidate))
  if (left.length > 0)
    print(
      `Left out: ${left.map(({ pattern }) => oneLine(pattern)).join(', ')}. --all includes all with the same source language.`,
    )
  print(
    server === null
      ? 'Next: dragoman login https://l10n.example.com, then dragoman push.'
      : 'Next: dragoman push --dry-run shows what would be sent. If the project does not exist, an owner of the server creates it, there or with dragoman push --create.',
  )
  return 0
}

type Content = {
  readonly server: string | null
  readonly project: string
  readonly wanted: readonly Detection[]
  readonly candidates: readonly Detection[]
}

function projectFile({ server, project, wanted, candidates }: Content): string {
  const places = placesOf(candidates)
  const items = wanted.map((detection, index) => {
    const { pattern, format } = detection
    const own = slugFromName(nameWithFolder(project, places.get(detection) ?? pattern))
    return { pattern, format, ...(index === 0 ? {} : { project: own }) }
  })
  const content = {
    ...(server === null ? {} : { server }),
    project,
    sourceLanguage: wanted[0]?.sourceLanguage ?? 'en',
    files: items,
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

function projectOf(option: string | undefined, folder: string): string {
  if (option === undefined) return slugFromName(basename(folder)) || 'project'
  if (slugFromName(option) === option) return option
  throw new UsageError(
    `--project is "${option}". It must be a name as in the project’s URLs, such as ${slugFromName(option) || 'shop'}.`,
  )
}

function count(names: readonly string[]): number {
  return new Set(names).size
}
