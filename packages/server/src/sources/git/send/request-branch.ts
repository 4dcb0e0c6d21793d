import { matchFile } from '@dragoman/formats'
import type { GitPullRequest, GitPush, GitSource, GitSourceRow } from '@dragoman/store'
import type { History } from '../../../git/history.ts'
import type { CommittedEntry } from '../../../git/make-commit.ts'
import type { Mirror } from '../../../git/mirror.ts'
import type { TreeEntry } from '../../../git/read-output.ts'
import { type BranchFiles, readBranchFiles } from '../read/branch-files.ts'

/** The branch of our pull request as it is now. */
export type RequestBranch = {
  /** Null if it does not exist. */
  readonly head: string | null
  /**
   * If others have committed onto it, so that new commits are based on theirs: the commit of the target that it was
   * last brought up to, or one that differs from that only in our files. Null if only we have committed onto
   * it: it is rebuilt.
   */
  readonly keptBase: string | null
  /** Files that others changed or added; they have to be merged before anything is sent. */
  readonly foreign: ReadonlyMap<string, ForeignVersions>
  /** A push whose answer was lost, and which has reached the branch. */
  readonly arrived: GitPush | null
  /** What the target has changed since then, if the branch can be brought up to it. */
  readonly merge: { readonly commit: string; readonly entries: readonly CommittedEntry[] } | null
}

/**
 * A file as others changed it on the branch of our pull request, and as that had it before: as we pushed it or, if that
 * is not known, as the target had it when the branch was last brought up to it. Null if it did not exist.
 */
export type ForeignVersions = {
  readonly sent: Uint8Array | null
  readonly theirs: Uint8Array
  readonly target: TargetVersions
}

/**
 * The file on the target, at the last commit that the branch contains: before and after others brought it up to the
 * target; null if it did not exist, or that is not known.
 */
export type TargetVersions = { readonly before: Uint8Array | null; readonly after: Uint8Array | null }

export type RequestBranchRequest = {
  readonly mirror: Mirror
  readonly history: History
  readonly row: GitSource
  readonly state: Pick<GitSourceRow, 'settings' | 'pushedHead' | 'pushing' | 'keptBase'>
  /** The target as it is now. */
  readonly on: BranchFiles
  /** Whether the forge might have made a commit of ours: its id is another one then. */
  readonly mayBeOfForge: boolean
  /** The last pull request; null if none is known, as with plain Git. */
  readonly request: GitPullRequest | null
}

/** Reads the state of the branch of our pull request. Throws GitError and OutgoingError. */
export async function readRequestBranch(request: RequestBranchRequest): Promise<RequestBranch> {
  const { mirror, state } = request
  const head = (await mirror.listBranches()).tips.get(state.settings.pullRequestBranch) ?? null
  const arrived = head === null ? null : await arrivedPush(request, head)
  const known = arrived === null ? {} : { pushedHead: arrived.commit, keptBase: arrived.keptBase }
  return { ...(await readHead({ ...request, state: { ...state, ...known } }, head)), arrived }
}

/**
 * Returns the push whose answer was lost and which the branch has, even if others have committed on top of
 * it. Null if there is none.
 */
async function arrivedPush(
  { mirror, history, row, state, mayBeOfForge }: RequestBranchRequest,
  head: string,
): Promise<GitPush | null> {
  const { pushedHead, pushing, settings } = state
  if (pushing.length === 0 || head === pushedHead) return null
  const found = pushing.find(({ commit }) => commit === head)
  if (found !== undefined) return found
  const name = settings.pullRequestBranch
  await mirror.fetchBranch(name)
  const newestFirst = pushing.toReversed()
  if (mayBeOfForge)
    for (const push of newestFirst)
      if ((await mirror.has(push.commit)) && (await mirror.isSameTree(push.commit, head)))
        return { ...push, commit: head }
  // Fetches the commits of the branch.
  await history.mergeBase(name, row.branch)
  for (const push of newestFirst) if (await history.isAncestor(push.commit, head)) return push
  return null
}

async function readHead(
  request: RequestBranchRequest,
  head: string | null,
): Promise<Omit<RequestBranch, 'arrived'>> {
  const { mirror, history, row, state, on } = request
  const { settings, pushedHead, keptBase } = state
  const name = settings.pullRequestBranch
  const nothing = { head, keptBase: null, foreign: new Map(), merge: null }
  if (head === null || head === on.commit) return nothing
  if (head === pushedHead && keptBase === null) return nothing
  // A recreated copy does not have it.
  await mirror.fetchBranch(name)
  const met = await history.mergeBase(name, row.branch)
  // The target contains all of it.
  if (met === head) return nothing
  // The target can be ahead of our commits, or the branch might have been brought up to it.
  const base = head === pushedHead ? keptBase : (met ?? keptBase)
  if (base !== null && (await hasTargetAll(request, { head, base }))) return nothing
  if (head === pushedHead && keptBase !== null) {
    const merge = keptBase === on.commit ? null : await mergeOf(mirror, { head, keptBase, on })
    return { head, keptBase, foreign: new Map(), merge }
  }
  // Someone has committed onto it, maybe after the pull request had ended.
  const foreign = await foreignFiles(request, { head, base })
  return { head, keptBase: await baseOfKept(request, met), foreign, merge: null }
}

/**
 * Returns the files that others changed or added. `base`: the commit of the target that the branch was last brought up
 * to; null if there is none.
 */
async function foreignFiles(
  { mirror, history, row, state: { pushedHead } }: RequestBranchRequest,
  { head, base }: { readonly head: string; readonly base: string | null },
): Promise<RequestBranch['foreign']> {
  const readFiles = async (commit: string) => (await readBranchFiles(mirror, commit, row.pattern)).files
  const filesOf = async (commit: string | null) =>
    commit !== null && (await mirror.fetchCommit(commit)) ? readFiles(commit) : null
  const [theirs, pushed, after] = [await readFiles(head), await filesOf(pushedHead), await filesOf(base)]
  const isBroughtUp = base !== null && pushedHead !== null && !(await history.isAncestor(base, pushedHead))
  const before = isBroughtUp ? await filesOf(await history.mergeBaseOf(pushedHead, base)) : after
  const found = [...theirs].flatMap(([path, { id }]) => {
    const [was, now] = [before?.get(path)?.id ?? null, after?.get(path)?.id ?? null]
    const sent = pushed?.get(path)?.id ?? now
    // We had not changed the file, and it came with the target.
    const isOfTarget = id === now && sent === was
    return id === sent || isOfTarget ? [] : [{ path, sent, theirs: id, before: was, after: now }]
  })
  const ids = found.flatMap(({ path, ...versions }) => Object.values(versions))
  const blobs = await mirror.blobs(ids.filter((id) => id !== null))
  const bytesOf = (id: string | null) => (id === null ? null : (blobs.get(id) ?? null))
  return new Map(
    found.flatMap(({ path, ...ids }) => {
      const bytes = bytesOf(ids.theirs)
      const target = { before: bytesOf(ids.before), after: bytesOf(ids.after) }
      return bytes === null ? [] : [[path, { sent: bytesOf(ids.sent), theirs: bytes, target }] as const]
    }),
  )
}

/**
 * Returns the commit of the target that a branch with commits of others was last brought up to: their merge
 * base, unless the target was rewritten since we pushed. Git would then start further back, or nowhere, and
 * treat content of the old target as a change of the branch.
 */
async function baseOfKept(
  { mirror, history, row, state, on }: RequestBranchRequest,
  met: string | null,
): Promise<string> {
  const { pushedHead, keptBase } = state
  if (met === null) return keptBase ?? pushedHead ?? on.commit
  // Others have brought it up to the target.
  if (pushedHead === null || !(await history.isAncestor(met, pushedHead))) return met
  if (keptBase !== null) return (await history.isAncestor(keptBase, met)) ? met : keptBase
  // Everything but our files was as in the target then.
  return (await hasSameOthers(mirror, row.pattern, [met, pushedHead])) ? met : pushedHead
}

/** Whether two commits differ only in files of a pattern; false if the repository does not have them. */
async function hasSameOthers(
  mirror: Mirror,
  pattern: string,
  commits: readonly [string, string],
): Promise<boolean> {
  for (const commit of commits) if (!(await mirror.fetchCommit(commit))) return false
  const [one, two] = await Promise.all(
    commits.map(async (commit) => {
      const entries = await mirror.tree(commit, [''])
      return entriesOf(entries.filter(({ path }) => matchFile(pattern, path) === null))
    }),
  )
  if (one === undefined || two === undefined || one.size !== two.size) return false
  return [...one].every(([path, entry]) => isSame(entry, two.get(path)))
}

/**
 * Whether the pull request was merged and the target has everything that others committed onto its branch, although not
 * their commits: the branch is free then. After a squash, that is found by their changes.
 */
async function hasTargetAll(
  { mirror, on, request }: RequestBranchRequest,
  { head, base }: { readonly head: string; readonly base: string },
): Promise<boolean> {
  if (request?.state !== 'merged') return false
  if (request.mergedHead === head) return true
  if (!(await mirror.fetchCommit(base))) return false
  const [was, own, target] = await Promise.all(
    [base, head, on.commit].map(async (commit) => entriesOf(await mirror.tree(commit, ['']))),
  )
  if (was === undefined || own === undefined || target === undefined) return false
  return [...new Set([...was.keys(), ...own.keys()])].every(
    (path) => isSame(was.get(path), own.get(path)) || isSame(own.get(path), target.get(path)),
  )
}

/**
 * Returns what the target has changed since the branch was last brought up to it, where the branch left it
 * alone. Null if both changed a file that is not ours: people resolve that, as in any pull request.
 */
async function mergeOf(
  mirror: Mirror,
  { head, keptBase, on }: { readonly head: string; readonly keptBase: string; readonly on: BranchFiles },
): Promise<RequestBranch['merge']> {
  if (!(await mirror.fetchCommit(keptBase))) return null
  const [base, target, own] = await Promise.all(
    [keptBase, on.commit, head].map(async (commit) => entriesOf(await mirror.tree(commit, ['']))),
  )
  if (base === undefined || target === undefined || own === undefined) return null
  const entries: CommittedEntry[] = []
  for (const path of new Set([...base.keys(), ...target.keys()])) {
    const [was, now, here] = [base.get(path), target.get(path), own.get(path)]
    if (isSame(was, now) || isSame(now, here)) continue
    // We could only write it under another name.
    if (path.includes(NOT_UTF8)) return null
    // Our files are written in any case.
    if (!isSame(was, here) && !on.files.has(path)) return null
    entries.push({ path, entry: now ?? null })
  }
  return { commit: on.commit, entries }
}

/** Replaces bytes that are no text, so that different names can look the same. */
const NOT_UTF8 = '\ufffd'

/** Returns the entries by path; those with names that are not UTF-8 by what they are. */
function entriesOf(entries: readonly TreeEntry[]): ReadonlyMap<string, TreeEntry> {
  return new Map(
    entries.map((entry) => [
      entry.path.includes(NOT_UTF8) ? `${entry.path} ${entry.id} ${entry.isExecutable}` : entry.path,
      entry,
    ]),
  )
}

function isSame(a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
  return a?.id === b?.id && a?.isExecutable === b?.isExecutable && a?.kind === b?.kind
}
