import { existsSync } from 'node:fs'
import { Failure } from '@dragoman/contract'
import { COMMANDS, type CommandName } from './commands/descriptions.ts'
import { helpOf, overviewText } from './commands/help-text.ts'
import { failureText } from './failure-text.ts'
import { nearest } from './nearest.ts'
import { runOnNewerNode } from './newer-node.ts'
import { CommandError, type Terminal, UsageError } from './terminal.ts'
import { programVersion } from './version.ts'

type Command = (args: readonly string[], terminal: Terminal) => Promise<number>

/** Commands are loaded on demand: those that only call a server do not load the server. */
const LOADED: Readonly<Record<CommandName, () => Promise<Command>>> = {
  start: async () => (await import('./commands/start.ts')).start,
  deliver: async () => (await import('./commands/deliver.ts')).deliver,
  open: async () => (await import('./commands/open.ts')).open,
  check: async () => (await import('./commands/check.ts')).check,
  scan: async () => (await import('./commands/scan.ts')).scan,
  convert: async () => (await import('./commands/convert.ts')).convert,
  formats: async () => (await import('./commands/formats.ts')).formats,
  init: async () => (await import('./commands/init.ts')).init,
  types: async () => (await import('./commands/types.ts')).types,
  rename: async () => (await import('./commands/rename.ts')).rename,
  pseudo: async () => (await import('./commands/pseudo.ts')).pseudo,
  push: async () => (await import('./commands/sync.ts')).push,
  pull: async () => (await import('./commands/sync.ts')).pull,
  sync: async () => (await import('./commands/sync.ts')).sync,
  export: async () => (await import('./commands/export.ts')).exportArchive,
  release: async () => (await import('./commands/release.ts')).release,
  shots: async () => (await import('./commands/shots.ts')).shots,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/restore.ts')).restore,
  'reset-password': async () => (await import('./commands/reset-password.ts')).resetPassword,
  'forget-secret': async () => (await import('./commands/forget-secret.ts')).forgetSecret,
  'copy-database': async () => (await import('./commands/copy-database.ts')).copyDatabase,
  login: async () => (await import('./commands/login.ts')).login,
  logout: async () => (await import('./commands/login.ts')).logout,
  completion: async () => (await import('./commands/completion.ts')).completion,
  whoami: async () => (await import('./commands/login.ts')).whoami,
}

/** Runs the program and returns its exit code: 0 success, 1 failure, 2 wrong arguments. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [first] = args
  if (args.includes('--help') || args.includes('-h') || first === 'help') {
    const asked = first === 'help' ? args[1] : first
    const command = commandOf(asked)
    terminal.print(command === undefined ? overviewText() : helpOf(command))
    return 0
  }
  if (first === '--version' || first === '-v') {
    terminal.print(programVersion())
    return 0
  }
  try {
    const command = commandOf(first)
    if (command !== undefined) return await (await LOADED[command.name]())(args.slice(1), terminal)
    requireFolder(args)
    const { serveFolder } = await import('./commands/serve-folder.ts')
    return await serveFolder(args, terminal)
  } catch (error) {
    if (error instanceof UsageError || error instanceof CommandError || error instanceof Failure) {
      terminal.complain(error instanceof Failure ? failureText(error) : error.message)
      return error instanceof UsageError ? 2 : 1
    }
    const { isDriverMissing, isSettingWrong, serverErrorText } = await import('./server-error-text.ts')
    if (isDriverMissing(error)) {
      const code = await runOnNewerNode(args, terminal)
      if (code !== null) return code
    }
    const { fileErrorText } = await import('./file-error-text.ts')
    const text = serverErrorText(error) ?? fileErrorText(error)
    if (text === null) throw error
    terminal.complain(text)
    return isSettingWrong(error) ? 2 : 1
  }
}

function commandOf(asked: string | undefined) {
  return COMMANDS.find(({ name }) => name === asked)
}

/** A word that is neither a command nor a folder is probably a typo rather than a missing folder. */
function requireFolder(args: readonly string[]): void {
  const word = args.find((arg) => !arg.startsWith('-'))
  if (word === undefined || word !== args[0] || existsSync(word)) return
  const names = COMMANDS.map(({ name }) => name)
  const command = nearest(word, names)
  const hint =
    command === null
      ? `Commands are ${names.join(', ')}; see dragoman --help.`
      : `Did you mean "dragoman ${command}"?`
  throw new UsageError(`There is no command and no folder named "${word}". ${hint}`)
}
