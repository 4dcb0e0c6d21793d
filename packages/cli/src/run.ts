import { existsSync } from 'node:fs'
import { Failure } from '@dragoman/contract'
import { failureText } from './failure-text.ts'
import { installSqlite } from './install-sqlite.ts'
import { nearest } from './nearest.ts'
import { CommandError, type Terminal, UsageError } from './terminal.ts'
import { programVersion } from './version.ts'

type Command = (args: readonly string[], terminal: Terminal) => Promise<number>

/** Each is loaded when it is asked for: what only calls a server need not wait for all that one is made of. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([
  ['start', async () => (await import('./commands/start.ts')).start],
  ['open', async () => (await import('./commands/open.ts')).open],
  ['check', async () => (await import('./commands/check.ts')).check],
  ['convert', async () => (await import('./commands/convert.ts')).convert],
  ['backup', async () => (await import('./commands/backup.ts')).backup],
  ['restore', async () => (await import('./commands/restore.ts')).restore],
  ['login', async () => (await import('./commands/login.ts')).login],
  ['logout', async () => (await import('./commands/login.ts')).logout],
  ['whoami', async () => (await import('./commands/login.ts')).whoami],
])

export const HELP = `Usage:
  dragoman [FOLDER]              open the locale files of a folder in the browser (default: this folder)
      --port PORT                port to listen on, 0 for any free one (default: 4400)
      --no-open                  do not open the browser
      --deliver                  let apps load the translations without signing in (default: nobody can)
  dragoman open [FOLDER]         sign in again at a running "dragoman [FOLDER]", with a fresh link
      --no-open                  only print the link
  dragoman start                 run the server of a team on the data in DRAGOMAN_DATA
      --port PORT
  dragoman check [FOLDER]        check the locale files; ends with 1 when there are errors
      --base COMMIT              only what is new since a commit, branch or tag, such as origin/main
      --format text|json|github|gitlab|sarif  how to tell (default: text)
      --strict                   warnings count as errors
  dragoman convert FROM TO       the texts of files in another format, with a report of what differs
                                 FROM and TO are files, or patterns such as locales/{lng}/{ns}.json
      --from-format, --to-format FORMAT  where names and first bytes do not tell
      --language TAG             only this language, or what language FROM is in
      --source-language TAG      what is translated from (default: as the files say, else English)
      --force                    overwrite files that are there
      --report text|json         how to tell (default: text)
  dragoman backup [FILE]         copy the data into a file, also while the server runs
  dragoman restore FILE          put a backup in the place of the data
  dragoman login URL             keep a token for a server; it is asked for, or taken from DRAGOMAN_TOKEN
  dragoman logout [URL]          forget it
  dragoman whoami [URL]          which server, which token, which projects; DRAGOMAN_TOKEN wins
  dragoman --help | --version

Settings: DRAGOMAN_PORT, DRAGOMAN_HOST (127.0.0.1), DRAGOMAN_DATA (./data), DRAGOMAN_DATABASE_URL (none: SQLite), DRAGOMAN_SETUP_CODE,
          DRAGOMAN_URL, DRAGOMAN_TRUSTED_PROXIES, DRAGOMAN_ALLOW_PRIVATE_NETWORKS, DRAGOMAN_METRICS_TOKEN,
          DRAGOMAN_SMTP_URL, DRAGOMAN_MAIL_FROM`

/**
 * Runs the program with its arguments and answers its exit code: 0 done, 1 something is wrong, 2 wrong
 * arguments.
 */
export async function run(args: readonly string[], terminal: Terminal, mayInstall = true): Promise<number> {
  const [first] = args
  if (args.includes('--help') || args.includes('-h') || first === 'help') {
    terminal.print(HELP)
    return 0
  }
  if (first === '--version' || first === '-v') {
    terminal.print(programVersion())
    return 0
  }
  try {
    const command = first === undefined ? undefined : COMMANDS.get(first)
    if (command !== undefined) return await (await command())(args.slice(1), terminal)
    requireFolder(args)
    const { serveFolder } = await import('./commands/serve-folder.ts')
    return await serveFolder(args, terminal)
  } catch (error) {
    if (error instanceof UsageError || error instanceof CommandError || error instanceof Failure) {
      terminal.complain(error instanceof Failure ? failureText(error) : error.message)
      return error instanceof UsageError ? 2 : 1
    }
    const { isDriverMissing, isSettingWrong, serverErrorText } = await import('./server-error-text.ts')
    if (mayInstall && isDriverMissing(error) && installSqlite(terminal)) return run(args, terminal, false)
    const text = serverErrorText(error)
    if (text === null) throw error
    terminal.complain(text)
    return isSettingWrong(error) ? 2 : 1
  }
}

/**
 * A word that is neither a command nor a folder is more likely a slip than a folder somebody forgot to make.
 */
function requireFolder(args: readonly string[]): void {
  const word = args.find((arg) => !arg.startsWith('-'))
  if (word === undefined || word !== args[0] || existsSync(word)) return
  const command = nearest(word, [...COMMANDS.keys()])
  const hint =
    command === null
      ? 'Commands are start, open, check, convert, backup, restore, login, logout and whoami; see dragoman --help.'
      : `Did you mean "dragoman ${command}"?`
  throw new UsageError(`There is no command and no folder named "${word}". ${hint}`)
}
