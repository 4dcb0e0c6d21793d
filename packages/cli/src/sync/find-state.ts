import { randomBytes } from 'node:crypto'
import { readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** The project that a state has to belong to. */
export type StateOwner = { readonly server: string; readonly identity: string }

/**
 * Returns the folder of a project's state among all folders of states: the one named after its URL name, unless that
 * has only states of other projects and another folder has states of this one, which had another URL name then.
 */
export async function findStateFolder(all: string, named: string, owner: StateOwner): Promise<string> {
  if (await hasState(named, (found) => found.identity === undefined || isOf(found, owner))) return named
  const entries = await readdir(all, { withFileTypes: true }).catch(() => []) // Never compared.
  for (const name of entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()) {
    const folder = join(all, name)
    if (folder !== named && (await hasState(folder, (found) => isOf(found, owner)))) return folder
  }
  return named
}

/** Gives a folder another name; one that has that name gets the name of the folder, as when two projects swap names. */
export async function swapFolders(from: string, to: string): Promise<void> {
  const between = `${to}.${randomBytes(6).toString('hex')}`
  const isTaken = await rename(to, between).then(
    () => true,
    () => false,
  )
  await rename(from, to)
  if (isTaken) await rename(between, from)
}

type Found = { readonly path?: unknown; readonly server?: unknown; readonly identity?: unknown }

function isOf(found: Found, { server, identity }: StateOwner): boolean {
  return found.server === server && found.identity === identity
}

async function hasState(folder: string, isWanted: (found: Found) => boolean): Promise<boolean> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.endsWith('.json')) continue
    const found = objectIn(await readFile(join(folder, name), 'utf8').catch(() => ''))
    if (found !== null && isWanted(found)) return true
  }
  return false
}

/** Returns the object that a stored state is; null if it is damaged. */
export function objectIn(text: string): Found | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}
