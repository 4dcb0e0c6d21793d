import { readdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readSignInFile, type SignInFile } from '@dragoman/server'
import { openBrowser } from '../open-browser.ts'
import { stateFolder, stateRoot } from '../state-folder.ts'
import { CommandError, type Terminal } from '../terminal.ts'
import { readArgumentsOf } from './descriptions.ts'

/** `dragoman open [FOLDER]`: signs in again at a running `dragoman [FOLDER]`, with a new one-time link. */
export async function open(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words, options } = readArgumentsOf('open', args)
  const { origin, code } = await findRunning(env, words[0])
  const address = `${origin}/setup?code=${code}`
  print(`Open ${address} to sign in. The link works once.`)
  if (!options.has('--no-open')) openBrowser(address)
  return 0
}

/**
 * Finds the server of the given folder; without one, the server of the current folder or the only running
 * one. Throws CommandError.
 */
async function findRunning(env: Terminal['env'], named: string | undefined): Promise<SignInFile> {
  const folder = await realpath(resolve(named ?? '.')).catch(() => {
    throw new CommandError(`There is no folder ${named}.`)
  })
  const own = await findRunningServer(
    env.DRAGOMAN_DATA ? resolve(env.DRAGOMAN_DATA) : stateFolder(env, folder),
  )
  if (own !== null) return own
  const others = named === undefined ? await allRunning(env) : []
  const [only] = others
  if (only !== undefined && others.length === 1) return only
  if (others.length > 1) {
    const list = others.map((other) => `  dragoman open ${other.folder}`).join('\n')
    throw new CommandError(`Dragoman is running for several folders. Choose one:\n${list}`)
  }
  throw new CommandError(`Dragoman is not running for ${folder}. Start it with: dragoman ${named ?? '.'}`)
}

async function allRunning(env: Terminal['env']): Promise<readonly SignInFile[]> {
  const root = stateRoot(env)
  const names = await readdir(root).catch(() => []) // No folder was ever served.
  const found = await Promise.all(names.map((name) => findRunningServer(join(root, name))))
  return found.filter((file) => file !== null)
}

/** Returns the contents of the sign-in file in a server's data folder, if the server is still running. */
async function findRunningServer(dataFolder: string): Promise<SignInFile | null> {
  const file = await readSignInFile(dataFolder)
  if (file === null || !isAlive(file.pid)) return null
  const answer = await fetch(`${file.origin}/health/live`, { signal: AbortSignal.timeout(3000) }).catch(
    () => null,
  ) // An unreachable server is not running.
  return answer?.ok ? file : null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
