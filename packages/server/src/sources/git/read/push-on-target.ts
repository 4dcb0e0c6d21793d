import { gitSource, pathsSent } from '@dragoman/store'
import { GitProblemError } from '../git-problem.ts'
import { type BranchFiles, changedPaths } from './branch-files.ts'
import type { BranchReading } from './branch-reader.ts'
import { openFilesOf } from './request-files.ts'

/** What a commit of the target has of our last push to the branch of the pull request. */
export type PushOnTarget = {
  /** The commit of the target. */
  readonly commit: string
  readonly pushed: string
  /** The last commit that the push and the target had in common before. */
  readonly pushedOn: string
  /** Whether the target contains the push, merged in any way. */
  readonly isContained: boolean
  /** If that is not known: the branch with commits of others on top of the push. */
  readonly head: string | null
}

/**
 * Determines whether a commit of the target, which was just fetched, can have what others made of our texts on the
 * branch of the pull request. Null if not. Throws GitError and OutgoingError.
 */
export async function readPushOnTarget(
  reader: BranchReading,
  next: BranchFiles,
): Promise<PushOnTarget | null> {
  const { store, mirror, history, row, state } = reader
  const { current } = state
  const { source, sent } = await store.read(async (r) => ({
    source: await gitSource(r, row.id),
    sent: await pathsSent(r, row.id),
  }))
  const pushed = source?.pushedHead ?? null
  if (source === null || pushed === null || current === null || sent.length === 0) return null
  const { commit } = next
  const differs = new Set(changedPaths(current, next))
  const isChanged = sent.some((path) => differs.has(path))
  const isContained =
    (await contains(reader, commit, pushed)) ||
    (isChanged && (await containsRequest(reader, { source, commit, pushed })))
  const tip = isContained || !isChanged ? null : await mirror.fetchBranch(source.settings.pullRequestBranch)
  const head = tip !== null && tip !== pushed && (await contains(reader, tip, pushed)) ? tip : null
  if (!isContained && head === null) return null
  const pushedOn = await history.mergeBaseOf(pushed, current.commit)
  if (pushedOn === null) return null
  for (const one of [pushed, pushedOn]) if (!(await mirror.fetchCommit(one))) return null
  return { commit, pushed, pushedOn, isContained, head }
}

async function contains({ history }: BranchReading, commit: string, other: string): Promise<boolean> {
  return commit === other || (await history.mergeBaseOf(other, commit)) === other
}

/** Whether a commit has the push because the forge has merged our pull request, as after a squash. */
async function containsRequest(
  reader: BranchReading,
  {
    source,
    commit,
    pushed,
  }: {
    readonly source: Parameters<BranchReading['readRequest']>[0]
    readonly commit: string
    readonly pushed: string
  },
): Promise<boolean> {
  // Texts come in even if the forge does not answer.
  const request = await reader.readRequest(source).catch((error: unknown) => {
    if (error instanceof GitProblemError) return null
    throw error
  })
  const { mergedHead, mergeCommit } = request ?? {}
  if (mergedHead === undefined || mergeCommit === undefined) return false
  return (await contains(reader, mergedHead, pushed)) && contains(reader, commit, mergeCommit)
}

/** A file that we pushed to the branch of the pull request, for a commit of the target that can have it. */
export type PushedFile = Pick<PushOnTarget, 'isContained'> & {
  /** As the target had it when we pushed, and as we pushed it; null if it did not exist. */
  readonly before: Uint8Array | null
  readonly pushed: Uint8Array | null
  /** With the commits of others on top; null if there are none, or `isContained` is enough. */
  readonly onTop: Uint8Array | null
}

/** Returns what reads the files of the push. */
export function openPushedFiles(
  { mirror, row }: Pick<BranchReading, 'mirror' | 'row'>,
  { pushed, pushedOn, head, isContained }: PushOnTarget,
): (path: string) => Promise<PushedFile> {
  const [before, after, onTop] = [pushedOn, pushed, head].map((commit) =>
    openFilesOf(mirror, commit, row.pattern),
  )
  const read = async (path: string, bytesOf: typeof before) => (await bytesOf?.(path)) ?? null
  return async (path) => ({
    isContained,
    before: await read(path, before),
    pushed: await read(path, after),
    onTop: await read(path, onTop),
  })
}
