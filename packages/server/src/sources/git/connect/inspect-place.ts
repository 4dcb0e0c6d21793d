import {
  fileBase,
  type GitSource,
  gitChange,
  listBranches,
  listFiles,
  pathsChanged,
  type Store,
} from '@dragoman/store'
import { blobId } from '../../../git/blob-id.ts'
import { type RemoteAddress, readRemoteAddress } from '../../../git/remote-address.ts'
import { type BranchFiles, readBranchFiles } from '../read/branch-files.ts'
import { unusableRepository } from './unusable-repository.ts'
import {
  fetchWanted,
  type LookParts,
  type LookRequest,
  type WantedBranch,
  withLookCopy,
} from './with-look-copy.ts'

/** What a source would find in another repository or branch. */
export type LocationInspection = WantedBranch & {
  /** Paths of its files there. */
  readonly paths: readonly string[]
  /** Number of files, compared with what the source was last synced with. */
  readonly files: {
    readonly same: number
    readonly changed: number
    readonly added: number
    readonly missing: number
  }
  /** Files with texts that are not in the current branch yet; they are sent to the new one. */
  readonly waitingFiles: number
}

/**
 * Compares the files of a source with those of another repository or branch, and keeps nothing of it. Throws
 * `unusable-repository` with the reason: `no-files` if there are none of its files.
 */
export async function inspectLocation(
  { store, ...parts }: LookParts & { readonly store: Pick<Store, 'read'> },
  { row, branch, ...request }: LookRequest & { readonly row: GitSource; readonly branch: string | null },
): Promise<LocationInspection> {
  const { wanted, found } = await withLookCopy(parts, request, async (mirror) => {
    const wanted = await fetchWanted(mirror, branch)
    return { wanted, found: await readBranchFiles(mirror, wanted.commit, row.pattern) }
  })
  const paths = [...found.files.keys()]
  if (paths.length === 0)
    throw unusableRepository('no-files', { branch: wanted.branch, pattern: row.pattern })
  const waitingFiles = (await store.read((r) => pathsChanged(r, row.id))).length
  return { ...wanted, paths, files: await compareFiles(store, row, found), waitingFiles }
}

async function compareFiles(
  store: Pick<Store, 'read'>,
  row: GitSource,
  found: BranchFiles,
): Promise<LocationInspection['files']> {
  const known = new Set((await store.read((r) => listFiles(r, { sourceId: row.id }))).map(({ path }) => path))
  let [same, changed, missing] = [0, 0, 0]
  for (const path of known) {
    // Each in a read of its own, because a file can be large.
    const before = await store.read(async (r) => {
      const change = await gitChange(r, { sourceId: row.id, path })
      return change === null ? fileBase(r, row.id, path) : change.bytes
    })
    const after = found.files.get(path)?.id
    if (after === undefined) missing += before === null ? 0 : 1
    else if (before !== null && blobId(before, after.length) === after) same++
    else changed++
  }
  const added = [...found.files.keys()].filter((path) => !known.has(path)).length
  return { same, changed, added, missing }
}

/**
 * Requires credentials if stored ones cannot be used for another repository: a token or an app of one person can
 * have access to repositories that others must not read or write through it. A deploy key is let in by the
 * repository itself; it is used on the same server, whose host keys are known. Throws `unusable-repository`.
 */
export function requireOwnSignIn(
  before: string,
  after: RemoteAddress,
  kind: 'none' | 'password' | 'deploy-key' | 'github-app' | null,
): void {
  const known = readRemoteAddress(before)
  if (after.url === before || kind === 'none' || 'fault' in known) return
  const isSameServer =
    known.transport === after.transport && known.host === after.host && known.port === after.port
  if (kind === 'deploy-key' && isSameServer) return
  throw unusableRepository(after.transport === 'ssh' ? 'needs-key' : 'other-repository')
}

/** Throws `unusable-repository` if a source has an open translation branch of that name. */
export async function requireNoTranslationBranch(
  r: Parameters<typeof listBranches>[0],
  {
    projectId,
    sourceId,
    branch,
  }: { readonly projectId: number; readonly sourceId: number; readonly branch: string },
): Promise<void> {
  const branches = await listBranches(r, projectId)
  if (branches.some((one) => one.intoSourceId === sourceId && one.branch === branch && one.state === 'open'))
    throw unusableRepository('translation-branch', { branch })
}
