import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MIRROR_REMOTE } from './remote.ts'
import type { RemoteAddress } from './remote-address.ts'
import { type Git, GitError, type RunHere } from './run-git.ts'

export type CopyRequest = {
  readonly folder: string
  readonly address: RemoteAddress
  /** With 64 digits, ids are SHA-256. */
  readonly idLength: number
  /** What it leaves out: `blob:none`, `tree:0`. */
  readonly filter: string
  readonly signal?: AbortSignal
}

/** The last setting that a new copy gets: a copy that has it is complete. */
const LAST_SETTING = `remote.${MIRROR_REMOTE}.url`

/** Whether a folder is a complete copy of a repository that Git can read. */
export async function isCopyOf(local: RunHere, folder: string, { url }: RemoteAddress): Promise<boolean> {
  if ((await stat(join(folder, 'HEAD')).catch(() => null)) === null) return false
  const known = await local(['config', '--get', LAST_SETTING]).catch(() => null)
  return known?.stdout.toString('utf8').trim() === url
}

/** Long enough for a program of a killed process to end too. */
const AGAIN_MS = 500

/**
 * Replaces whatever is in the folder with an empty copy. If interrupted, `isCopyOf` returns false. Tries
 * once more if another program writes into the folder, such as one that a killed process started. Throws
 * GitError.
 */
export async function makeCopy(git: Git, request: CopyRequest): Promise<void> {
  try {
    await makeOnce(git, request)
  } catch (error) {
    const isMeddled = error instanceof GitError ? error.reason === 'failed' : isNotEmpty(error)
    if (!isMeddled || request.signal?.aborted) throw error
    await sleep(AGAIN_MS)
    await makeOnce(git, request)
  }
}

function isNotEmpty(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY'
}

async function makeOnce(git: Git, request: CopyRequest): Promise<void> {
  const { folder, address, idLength, filter, signal } = request
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const format = idLength === 64 ? 'sha256' : 'sha1'
  const init = ['init', '--quiet', '--bare', `--object-format=${format}`, '--template=', '--', folder]
  await git({ repository: null, args: init, signal })
  const settings = [
    ['extensions.partialClone', MIRROR_REMOTE],
    [`remote.${MIRROR_REMOTE}.promisor`, 'true'],
    [`remote.${MIRROR_REMOTE}.partialclonefilter`, filter],
    ['core.repositoryFormatVersion', '1'],
    [LAST_SETTING, address.url],
  ] as const
  for (const [name, value] of settings)
    await git({ repository: folder, args: ['config', name, value], signal })
}
