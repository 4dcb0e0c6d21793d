import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Terminal } from './terminal.ts'

/** Tokens by server, and the server of the last sign-in. */
export type KeptTokens = { readonly last: string | null; readonly tokens: ReadonlyMap<string, string> }

/** Returns the file of the tokens, which only this user can read. */
export function tokenFile(env: Terminal['env']): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'dragoman', 'tokens.json')
}

/** Returns no tokens if the file is missing or is not one of ours. */
export async function readKeptTokens(env: Terminal['env']): Promise<KeptTokens> {
  const text = await readFile(tokenFile(env), 'utf8').catch(() => '{}') // Not signed in yet.
  const found = parsed(text)
  const tokens = Object.entries(found.tokens ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { last: typeof found.last === 'string' ? found.last : null, tokens: new Map(tokens) }
}

function parsed(text: string): { readonly last?: unknown; readonly tokens?: object } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {} // The file was edited; the next sign-in overwrites it.
  }
}

/**
 * Writes a temporary file first, so that a crash keeps the old one. Others can never read it, not even
 * briefly. Throws CommandError if it cannot be written.
 */
export async function writeKeptTokens(env: Terminal['env'], tokens: KeptTokens): Promise<void> {
  const file = tokenFile(env)
  try {
    await writeTokenFile(file, tokens)
  } catch (error) {
    // Only here, because `login` and `whoami` do not load the code of the sync.
    const { cannotBeWritten } = await import('./sync/write-file-inside.ts')
    throw cannotBeWritten(file, error)
  }
}

async function writeTokenFile(file: string, { last, tokens }: KeptTokens): Promise<void> {
  const folder = join(file, '..')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const beside = `${file}.${process.pid}`
  const handle = await open(beside, 'w', 0o600)
  try {
    await handle.chmod(0o600)
    await handle.writeFile(`${JSON.stringify({ last, tokens: Object.fromEntries(tokens) }, null, 2)}\n`)
  } finally {
    await handle.close()
  }
  await rename(beside, file)
}
