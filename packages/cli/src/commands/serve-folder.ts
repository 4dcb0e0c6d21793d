import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { inspectFolder, readConfig, startServer } from '@dragoman/server'
import { clientFolder } from '../client-folder.ts'
import { openBrowser } from '../open-browser.ts'
import { readArguments } from '../read-arguments.ts'
import type { Terminal } from '../terminal.ts'
import { untilStopped } from '../until-stopped.ts'
import { programVersion } from '../version.ts'

/** `dragoman [FOLDER]`: the locale files of a folder in the browser. Nothing but these files is ever written into the folder. */
export async function serveFolder(args: readonly string[], { env, print }: Terminal): Promise<number> {
  const { words, options } = readArguments(
    args,
    { '--port': 'value', '--host': 'value', '--open': 'switch', '--no-open': 'switch' },
    { wordsMax: 1 },
  )
  const folder = await inspectFolder(words[0] ?? '.')
  const config = readConfig(env, {
    port: options.get('--port'),
    host: options.get('--host'),
    dataFolder: env.DRAGOMAN_DATA ? undefined : stateFolder(env, folder.folder),
  })
  const server = await startServer(config, { clientFolder: clientFolder(), version: programVersion(), folder })
  print(`Dragoman is at ${server.address}`)
  if (!options.has('--no-open')) openBrowser(server.address)
  return untilStopped(server)
}

/** History and drafts of a folder live where the system keeps the state of programs, never in somebody's repository. */
function stateFolder(env: Terminal['env'], folder: string): string {
  const state = env.XDG_STATE_HOME || join(homedir(), '.local', 'state')
  return join(state, 'dragoman', createHash('sha256').update(folder).digest('hex').slice(0, 16))
}
