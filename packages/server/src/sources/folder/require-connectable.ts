import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { Failure } from '@dragoman/contract'
import type { Principal } from '@dragoman/core'
import { listAllSources, type Reader } from '@dragoman/store'
import type { Deps } from '../../deps.ts'

/**
 * Checks whether someone can connect a path of the server: owners any, others only below the folders that the
 * operator lists in `DRAGOMAN_FOLDERS`. Looks at nothing on disk before, so that no one learns what is there.
 * Throws `not-allowed`.
 */
export async function requireOwnFolder(
  { folders }: Pick<Deps, 'folders'>,
  actor: Principal,
  path: string,
): Promise<void> {
  if (actor.instanceRole === 'owner') return
  const refused = new Failure('not-allowed', { reason: 'owner-only' })
  const asTyped = resolve(path)
  if (!folders.some((root) => isInside(asTyped, root))) throw refused
  const roots = await Promise.all(folders.map(realOf))
  const real = await realOf(asTyped)
  if (!roots.some((root) => isInside(real, root))) throw refused
}

/**
 * Checks that a folder, by its real path, neither contains nor is in the data folder or a connected folder. The
 * same folder can be connected again with other files; only by an owner if another project has it. Throws
 * `unusable-folder`.
 */
export async function requireSeparateFolder(
  r: Reader,
  { backups }: Pick<Deps, 'backups'>,
  {
    folder,
    projectId,
    actor,
  }: { readonly folder: string; readonly projectId: number | null; readonly actor: Principal },
): Promise<void> {
  if (overlap(folder, await realOf(backups.dataFolder)))
    throw new Failure('unusable-folder', { folder, reason: 'data-folder' })
  for (const { projectId: other, row } of await listAllSources(r)) {
    if (row.kind !== 'folder' || !overlap(folder, row.folder)) continue
    const isSame = folder === row.folder && (other === projectId || actor.instanceRole === 'owner')
    if (!isSame) throw new Failure('unusable-folder', { folder, reason: 'connected-folder' })
  }
}

function overlap(one: string, other: string): boolean {
  return isInside(one, other) || isInside(other, one)
}

/** Whether a path is a folder itself, or in it. */
function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}

/** Returns the path without links, or as it is if there is nothing. */
export function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path))
}
