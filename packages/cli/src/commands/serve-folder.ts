import type { Detection } from '@dragoman/formats'
import { type Inspection, inspectFolder, type RunningServer, readConfig, startServer } from '@dragoman/server'
import { clientFolder } from '../client-folder.ts'
import { count } from '../count.ts'
import { doubtLines, SKIPPED_SHOWN, skippedLines, skippedOf } from '../detection-lines.ts'
import { oneLine } from '../one-line.ts'
import { openBrowser, wantsBrowser } from '../open-browser.ts'
import { prepareStateRoot, stateFolder } from '../state-folder.ts'
import type { Terminal } from '../terminal.ts'
import { waitUntilStopped } from '../until-stopped.ts'
import { programVersion } from '../version.ts'
import { readArgumentsOf } from './descriptions.ts'

/**
 * `dragoman [FOLDER]`: opens the locale files of a folder in the browser. Only these files are ever written
 * to the folder.
 */
export async function serveFolder(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words, options } = readArgumentsOf('', args)
  const folder = await inspectFolder(words[0] ?? '.', undefined, { areFilesRequired: true })
  const config = readConfig(env, {
    port: options.get('--port'),
    host: options.get('--host'),
    dataFolder: env.DRAGOMAN_DATA ? undefined : stateFolder(env, folder.folder),
  })
  if (!env.DRAGOMAN_DATA) await prepareStateRoot(env)
  const deliver = options.has('--deliver')
  const server = await startServer(config, {
    clientFolder: clientFolder(),
    version: programVersion(),
    folder,
    deliver,
  })
  return waitUntilStopped(server, () => {
    for (const line of linesOf(server, folder, { deliver, isWhole: options.has('--skipped') })) print(line)
    if (wantsBrowser(options, process.stdout.isTTY === true)) openBrowser(server.address)
  })
}

type LineOptions = {
  readonly deliver: boolean
  /** Lists all files that are not read. */
  readonly isWhole: boolean
}

/**
 * Returns the lines printed at the start: the files found, what is uncertain or not read, how to sign in, what apps
 * can load, and how to stop. The first URL is the one to open.
 */
function linesOf(
  { address, origin, served }: RunningServer,
  { folder, candidates }: Inspection,
  { deliver, isWhole }: LineOptions,
): readonly string[] {
  const opened = candidates.filter(({ pattern }) => served.some((one) => one.pattern === pattern))
  const found = served.map(({ slug, pattern, format }) => {
    const files = candidates.find((candidate) => candidate.pattern === pattern)?.files ?? []
    const paths = new Set(files.map((file) => file.path)).size
    const languages = [...new Set(files.map((file) => file.language))].sort()
    const shown =
      languages.length > LANGUAGES_SHOWN ? [...languages.slice(0, LANGUAGES_SHOWN), '…'] : languages
    const what = `${count(paths, 'file')} ${pattern} (${format}), ${count(languages.length, 'language')}: ${shown.join(', ')}`
    return `  ${origin}/p/${slug}  ${what}`
  })
  const loadPath = `${origin}/d/${served[0]?.slug ?? '…'}/live/locales/{lng}/{ns}.json`
  return [
    `Dragoman is at ${address}`,
    `  The link works once; "dragoman open" prints a new one.`,
    `${folder} has${served.length > 1 ? ` ${served.length} projects` : ''}`,
    ...found,
    ...notesOf(opened, candidates, isWhole).map((line) => `  ${line}`),
    deliver
      ? `Apps can load ${loadPath}`
      : 'Apps can’t load anything from here. Start with --deliver to allow it.',
    'Stop with Ctrl+C.',
  ]
}

/** Returns what is uncertain, what is not read, and what `dragoman.json` does not name. */
function notesOf(
  opened: readonly Detection[],
  candidates: readonly Detection[],
  isWhole: boolean,
): readonly string[] {
  const others = candidates.filter((candidate) => !opened.includes(candidate))
  return [
    ...doubtLines(opened),
    ...skippedLines(skippedOf(opened), isWhole ? Number.POSITIVE_INFINITY : SKIPPED_SHOWN),
    ...(others.length === 0
      ? []
      : [
          `Not in dragoman.json, and not opened: ${others.map(({ pattern }) => oneLine(pattern)).join(', ')}.`,
        ]),
  ]
}

const LANGUAGES_SHOWN = 30
