import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KnownContents } from './known-contents.ts'
import type { Mirror, MirrorLocation, RemoteBranches } from './mirror.ts'
import type { MirrorCalls } from './mirror-calls.ts'
import type { MirrorCopy } from './mirror-copy.ts'
import { callRemote, MIRROR_REMOTE } from './remote.ts'
import { GitError, isRefMissing } from './run-git.ts'

/** What every fetch of a copy has in common. */
export const ADDED_BY_FETCH = [
  '--no-tags',
  '--no-write-fetch-head',
  '--recurse-submodules=no',
  '--filter=blob:none',
]
const FETCH_ONE = ['fetch', '--progress', '--depth=1', ...ADDED_BY_FETCH, '--end-of-options', MIRROR_REMOTE]
/** For the list of branches and tags. */
const LOOK_BYTES = 32 * 1024 * 1024
/** Git prints nothing before it has the whole list. */
const LOOK_LIMITS = { memoryKib: 384 * 1024, fileKib: 1024 }

/** Reads and fetches branches and commits of the repository. */
export function openBranchFetches(
  { git, folder, address, signal, withRemote, silentMs }: MirrorLocation,
  { here, elsewhere }: MirrorCalls,
  { copy, known }: { readonly copy: MirrorCopy; readonly known: KnownContents },
): Pick<Mirror, 'listBranches' | 'fetchBranch' | 'fetchCommit'> {
  async function listBranches(): Promise<RemoteBranches> {
    const { stdout } = await withRemote((remote) =>
      callRemote(git, remote, {
        repository: null,
        args: ['ls-remote', '--symref', '--end-of-options', address.url, 'HEAD', 'refs/heads/*'],
        maxBytes: LOOK_BYTES,
        limits: LOOK_LIMITS,
        silentMs,
        signal,
      }),
    )
    return branchesOf(stdout.toString('utf8'))
  }

  async function fetchBranch(branch: string, found?: string): Promise<string | null> {
    const tip = (await listBranches()).tips.get(branch) ?? null
    if (tip === null) return null
    await copy.prepare(tip.length)
    if (tip === found || (known.commits.has(tip) && (await copy.has(tip)))) return tip
    const spec = `+refs/heads/${branch}:${refHere(branch)}`
    try {
      await elsewhere([...FETCH_ONE, spec])
    } catch (error) {
      // It was deleted since it was looked up.
      if (isRefMissing(error)) return null
      throw error
    }
    // It might have moved since it was looked up.
    const fetched = await tipOf(refHere(branch))
    known.commits.add(fetched)
    return fetched
  }

  async function tipOf(ref: string): Promise<string> {
    const plain = await readFile(join(folder, ref), 'latin1').catch(() => '')
    if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})\n$/.test(plain)) return plain.trim()
    const { stdout } = await here(['rev-parse', '--verify', `${ref}^{commit}`])
    return stdout.toString('utf8').trim()
  }

  async function fetchCommit(commit: string): Promise<boolean> {
    if (known.commits.has(commit) && (await copy.has(commit))) return true
    try {
      await elsewhere([...FETCH_ONE, commit])
      known.commits.add(commit)
      return true
    } catch (error) {
      if (error instanceof GitError && error.reason === 'failed') return copy.has(commit)
      throw error
    }
  }

  return { listBranches, fetchBranch, fetchCommit }
}

/**
 * Returns the ref of a copy that a branch is fetched into. Refs of deleted branches stay in a copy: with the branches'
 * own names, `fix` would leave no place for `fix/header`, and some disks take `Fix` and `fix` to be the same.
 */
export function refHere(branch: string): string {
  return `refs/fetched/${createHash('sha256').update(branch).digest('hex')}`
}

function branchesOf(text: string): RemoteBranches {
  const tips = new Map<string, string>()
  let defaultBranch: string | null = null
  for (const line of text.split('\n')) {
    const [left = '', ref = ''] = line.split('\t')
    if (left.startsWith('ref: refs/heads/') && ref === 'HEAD')
      defaultBranch = left.slice('ref: refs/heads/'.length)
    else if (ref.startsWith('refs/heads/')) tips.set(ref.slice('refs/heads/'.length), left)
  }
  return { defaultBranch, tips }
}
