import { isFailure } from '@dragoman/contract'
import { isPermalink } from '@dragoman/core'
import { findProjectFile } from '../find-project-file.ts'
import { listOf } from '../list-of.ts'
import { compareWithLocales, type LocaleComparison } from '../scan/compare-with-locales.ts'
import { type CodeScan, scanCode } from '../scan/scan-code.ts'
import { SCAN_LISTS, scanJson, scanText } from '../scan/scan-report.ts'
import { sendUses } from '../scan/send-uses.ts'
import { connectProject } from '../server/connect-project.ts'
import { type Terminal, UsageError } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

const FOR_SENDING = ['--server', '--project', '--permalink']

/** `dragoman scan [FOLDER]`: lists the keys that an app's code uses, and which are missing or unused. */
export async function scan(args: readonly string[], terminal: Terminal): Promise<number> {
  const { words, options } = readArgumentsOf('scan', args)
  const folder = words[0] ?? '.'
  const format = options.get('--format') ?? 'text'
  if (format !== 'text' && format !== 'json')
    throw new UsageError(`--format is "${format}". It must be text or json.`)
  const asked = options.get('--only')
  const only = asked === undefined ? null : SCAN_LISTS.find((one) => one === asked)
  if (only === undefined)
    throw new UsageError(`--only is "${asked}". It must be used, dynamic, missing or unused.`)
  const unsent = options.has('--send') ? undefined : FOR_SENDING.find((name) => options.has(name))
  if (unsent !== undefined)
    throw new UsageError(`${unsent} is for --send, which sends the places of the keys to a server.`)
  const found = await scanCode(folder, { names: listOf(options.get('--functions')) })
  const locales = await localesOf(found, {
    named: options.get('--locales'),
    folder,
    isNeeded: only === 'missing' || only === 'unused',
  })
  if (options.has('--send')) {
    await sendScan({ scan: found, locales }, { folder, options, terminal })
    return 0
  }
  const text = (format === 'json' ? scanJson : scanText)({ scan: found, locales, only })
  if (text !== '') terminal.print(text)
  return 0
}

type Found = { readonly scan: CodeScan; readonly locales: LocaleComparison | null }
type SendOptions = {
  readonly folder: string
  readonly options: ReadonlyMap<string, string>
  readonly terminal: Terminal
}

async function sendScan(found: Found, { folder, options, terminal }: SendOptions): Promise<void> {
  const permalink = options.get('--permalink') ?? null
  if (permalink !== null && !isPermalink(permalink))
    throw new UsageError('--permalink is an address with {commit} and {path} in it, and {line} for the line.')
  const { project, connection } = await connectProject(terminal, options, folder)
  const { uses, unused, missing } = await sendUses({ ...found, connection, project, permalink }, terminal)
  terminal.print(
    `Sent ${uses} uses in ${found.scan.files} files to ${connection.server}. Keys of ${project}: ${unused} unused, ${missing} missing.`,
  )
}

type Asked = {
  readonly named: string | undefined
  readonly folder: string
  /** True if there is nothing to report without locale files. */
  readonly isNeeded: boolean
}

/**
 * Finds the locale files: those given by an option, which must exist; otherwise those next to the code, or
 * those of the nearest `dragoman.json` above it.
 */
async function localesOf(
  found: CodeScan,
  { named, folder, isNeeded }: Asked,
): Promise<LocaleComparison | null> {
  const above = named === undefined ? await findProjectFile(folder) : null
  const folders = named === undefined ? [folder, ...(above === null ? [] : [above.root])] : [named]
  for (const one of folders) {
    try {
      return await compareWithLocales(found, one)
    } catch (error) {
      if (named !== undefined || !isFailure(error, 'no-locale-files')) throw error
    }
  }
  if (!isNeeded) return null
  throw new UsageError(
    `There are no locale files in ${folder} to compare with. Set their folder: --locales FOLDER.`,
  )
}
