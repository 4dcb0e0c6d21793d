import { setImmediate as breathe } from 'node:timers/promises'
import { actorId, parseActorId, userIdOf } from '@dragoman/core'
import type { Format } from '@dragoman/formats'
import {
  fileBase,
  type GitSettings,
  type GitSourceRow,
  type GitWriter,
  keepSent,
  listFiles,
  listGitChanges,
  peopleWhoSignOff,
  type Reader,
  sentVersions,
} from '@dragoman/store'
import type { Forge } from '../../../forges/forge.ts'
import type { CommitPerson, CommittedEntry } from '../../../git/make-commit.ts'
import type { Mirror } from '../../../git/mirror.ts'
import type { TreeEntry } from '../../../git/read-output.ts'
import { viewOf } from '../../../sync/file-parts.ts'
import { LARGE_BYTES } from '../../../sync/run/sync-batch.ts'
import type { GitStore } from '../git-parts.ts'
import { type GitProblemError, refusalOf } from '../git-problem.ts'
import type { BranchFile, BranchFiles } from '../read/branch-files.ts'
import type { FileTakenBack } from '../read/changed-back.ts'
import { isBroken } from '../read/is-broken.ts'
import { commitByForge } from './commit-by-forge.ts'
import { type CommitDraft, composeCommits } from './compose-commits.ts'
import type { ChangeGroup } from './group-changes.ts'
import { pushCommit } from './push-commit.ts'
import { type ChangesRequest, type FileToSend, type ReadChanges, readChanges } from './read-changes.ts'

export type SendRequest = {
  readonly store: GitStore
  readonly mirror: Mirror
  readonly format: Format
  readonly state: GitSourceRow
  /** The commit that the files are read from, with its files. */
  readonly branch: BranchFiles
  readonly target: SendTarget
  readonly publicOrigin: string
  readonly now: () => Date
  /** Makes the commit if a push is refused because commits must be verified; null if there is none. */
  readonly forge: Forge | null
  /** Path of a key in OpenSSH's format to sign commits with. */
  readonly signingKey: string | null
  /** Called before a commit is pushed: if the answer is lost, we recognize the commit on the branch. */
  readonly onPush: (commit: string) => Promise<void>
  /** Reads the changes in another thread. */
  readonly readElsewhere: (request: ChangesRequest) => Promise<ReadChanges | null>
  /** Files that were changed, and match their branch again. */
  readonly onChangedBack: (paths: readonly string[]) => void
  /** A commit that the repository refused because of its texts: it is not sent again. */
  readonly refused: { readonly commit: string; readonly problem: GitProblemError } | null
}

/** The branch that is pushed. */
export type SendTarget = {
  readonly branch: string
  /** Its commit as far as we know; null if the branch does not exist yet. */
  readonly expected: string | null
  /** The parent of the new commits. */
  readonly parent: string
  /** Whether others have committed onto it: one commit is based on theirs. */
  readonly isKept: boolean
  /** Files on it with texts that were changed back here since. */
  readonly takenBack: readonly FileTakenBack[]
  /** A second parent, with its changes. */
  readonly merge: { readonly commit: string; readonly entries: readonly CommittedEntry[] } | null
}

/**
 * `nothing`: there is nothing to send; `as-sent`: the pending changes were sent before; `moved`: someone else pushed
 * first, and their commits have to be merged. `until`: time of the newest change that was read, up to which
 * everything is sent; null if there was none. `isHeldBack`: files wait that have no place in the branch.
 */
export type SendResult =
  | { readonly kind: 'nothing'; readonly until: string | null; readonly isHeldBack: boolean }
  | { readonly kind: 'as-sent'; readonly until: string | null; readonly sent: SentChanges }
  | { readonly kind: 'moved' }
  | {
      readonly kind: 'sent'
      readonly commit: string
      /** The files that it changes; null if the forge made it. */
      readonly files: ReadonlyMap<string, BranchFile> | null
      readonly until: string | null
      readonly sent: SentChanges
    }

export type SentChanges = {
  readonly texts: number
  readonly files: number
  readonly people: readonly GitWriter[]
  readonly languages: readonly { readonly language: string; readonly texts: number }[]
}

/**
 * Makes commits of everything that is changed here and pushes them, if the branch still is where it is
 * expected. Nothing has any effect before the push, and the same changes give the same commits: an
 * interrupted run is simply repeated. Throws GitProblemError if the push is refused, and GitError.
 */
export async function sendChanges(request: SendRequest): Promise<SendResult> {
  const { mirror, target, refused } = request
  const waiting = await changedFiles(request)
  if (waiting === null || waiting.files.length === 0)
    return { kind: 'nothing', until: waiting?.lastAt ?? null, isHeldBack: (waiting?.held.size ?? 0) > 0 }
  const { lastAt: until } = waiting
  const { commit, files } = await makeCommits(request, waiting)
  const sent = summaryOf(waiting)
  if (await isAsSent(request, commit)) return { kind: 'as-sent', until, sent }
  if (commit === refused?.commit) throw refused.problem
  const isTakenBack = new Set(target.takenBack.map(({ path }) => path))
  await noteSent(
    request,
    waiting.files.filter(({ path }) => !isTakenBack.has(path)),
  )
  await request.onPush(commit)
  const { branch, expected } = target
  const pushed = await pushCommit(mirror, { branch, commit, expected })
  if (pushed.kind === 'moved') return { kind: 'moved' }
  if (pushed.kind === 'pushed') return { kind: 'sent', commit, files, until, sent }
  const refusal = refusalOf(pushed.said, commit)
  if (refusal.code !== 'signature-required') throw refusal
  const [draft] = draftsOf(request, waiting, 'all')
  const made = await commitByForge({ ...request, draft, committer: committerOf(request) })
  if (made === null) throw refusal
  if (made.kind === 'moved') return { kind: 'moved' }
  return { kind: 'sent', commit: made.commit, files: null, until, sent }
}

async function isAsSent({ mirror, target, forge }: SendRequest, commit: string): Promise<boolean> {
  const { expected, parent, isKept, merge } = target
  if (commit === expected) return true
  // It brings the branch up to the target, whatever the files are.
  if (merge !== null) return false
  if (isKept && (await mirror.isSameTree(commit, parent))) return true
  // A commit made by a forge has another id each time.
  const mayBeForges = expected !== null && typeof forge?.commitOnBranch === 'function'
  return mayBeForges && (await mirror.has(expected)) && (await mirror.isSameTree(commit, expected))
}

type Waiting = Omit<ReadChanges, 'changedBack'> & {
  /** Writers who agreed to sign off, by actor id. */
  readonly signers: ReadonlySet<string>
  /** Files that wait because they have no place in the branch. */
  readonly held: ReadonlySet<string>
}

/** Returns null if the project was deleted. */
async function changedFiles(request: SendRequest): Promise<Waiting | null> {
  const { store, format, state, target, readElsewhere, onChangedBack } = request
  const { sourceId, projectId } = state
  const held = await heldPaths(request)
  const takenBack = target.takenBack.filter(({ path }) => !held.has(path))
  const wanted = { sourceId, projectId, format: format.id, held, takenBack }
  const isElsewhere = await areLarge(request, wanted)
  const read = await (isElsewhere ? readElsewhere(wanted) : store.read((r) => readChanges(r, wanted)))
  if (read === null) return null
  const { changedBack, ...waiting } = read
  if (changedBack.length > 0) onChangedBack(changedBack)
  const { groups } = waiting
  const signers = state.settings.signOff ? await store.read((r) => signersOf(r, groups)) : new Set<string>()
  return { ...waiting, signers, held }
}

/** Whether the changed files, here or on the branch, are so large that other requests would wait while they are parsed. */
async function areLarge(
  { store, branch }: SendRequest,
  { sourceId, held, takenBack }: ChangesRequest,
): Promise<boolean> {
  const changes = await store.read((r) => listGitChanges(r, sourceId))
  const paths = changes.map(({ path }) => path).filter((path) => !held.has(path))
  const sizes = [
    ...paths.map((path) => branch.files.get(path)?.bytes ?? 0),
    ...takenBack.map(({ own }) => own.byteLength),
  ]
  if (sizes.reduce((sum, bytes) => sum + bytes, 0) >= LARGE_BYTES) return true
  let bytes = 0
  for (const path of paths) {
    bytes += (await store.read((r) => fileBase(r, sourceId, path)))?.byteLength ?? 0
    if (bytes >= LARGE_BYTES) return true
  }
  return false
}

/**
 * Returns the changed files that the branch, or the commit that ours is based on, has no place for: a
 * developer has put a link, a submodule, a folder or a file there, or has committed a file that cannot be read onto
 * the branch of our pull request. They wait, and nothing of it is replaced. A new file has no place where the branch has
 * one: it was made without knowing that one.
 */
async function heldPaths(request: SendRequest): Promise<ReadonlySet<string>> {
  const { store, mirror, state, branch, target } = request
  const changes = await store.read((r) => listGitChanges(r, state.sourceId))
  const paths = [...new Set([...changes, ...target.takenBack].map(({ path }) => path))]
  if (paths.length === 0) return new Set()
  const taken = new Set<string>()
  for (const commit of new Set([branch.commit, target.parent]))
    for (const path of await mirror.taken(commit, paths)) taken.add(path)
  const added = changes.filter(({ isNew }) => isNew).map(({ path }) => path)
  const unseen = await entriesAt(mirror, branch.commit, added)
  const broken = target.isKept ? await brokenPaths(request, paths) : []
  return new Set([...taken, ...unseen.map(({ path }) => path), ...broken])
}

/** Returns the files of a commit at some paths. */
async function entriesAt(
  mirror: Mirror,
  commit: string,
  paths: readonly string[],
): Promise<readonly TreeEntry[]> {
  if (paths.length === 0) return []
  const folders = [...new Set(paths.map((path) => path.split('/').slice(0, -1).join('/')))]
  const wanted = new Set(paths)
  return (await mirror.tree(commit, folders)).filter(({ path, kind }) => kind === 'file' && wanted.has(path))
}

/** Returns those of the files that cannot be read in the commit that ours is based on. */
async function brokenPaths(
  { store, mirror, format, state: { sourceId }, target }: SendRequest,
  paths: readonly string[],
): Promise<readonly string[]> {
  const entries = await entriesAt(mirror, target.parent, paths)
  const rows = await store.read((r) => listFiles(r, { sourceId }))
  const blobs = await mirror.blobs(entries.map(({ id }) => id))
  const broken: string[] = []
  for (const { path, id } of entries) {
    // Other requests are answered while files are parsed.
    await breathe()
    const [bytes, views] = [blobs.get(id), rows.filter((row) => row.path === path).map(viewOf)]
    if (bytes !== undefined && isBroken(format, views, bytes)) broken.push(path)
  }
  return broken
}

/** Returns the newest of the commits, on top of the branch, and the files that they change. */
async function makeCommits(
  request: SendRequest,
  waiting: Waiting,
): Promise<{ readonly commit: string; readonly files: ReadonlyMap<string, BranchFile> }> {
  const { mirror, state, target, signingKey } = request
  const committer = committerOf(request)
  // On top of others' commits, an intermediate version of a file would revert their changes.
  const drafts = draftsOf(request, waiting, target.isKept ? 'all' : state.settings.commitsBy)
  let { parent } = target
  // What developers have broken there stays until they mend it, also if the target has another version.
  let merge = target.merge && {
    ...target.merge,
    entries: target.merge.entries.filter(({ path }) => !waiting.held.has(path)),
  }
  const changed = new Map<string, BranchFile>()
  for (const draft of drafts) {
    const merged = merge === null ? {} : { alsoParent: merge.commit, entries: merge.entries }
    const { id, blobs } = await mirror.commit({ ...draft, ...merged, parent, committer, signingKey })
    for (const { path, bytes, isExecutable = false } of draft.files) {
      const blob = blobs.get(path)
      if (blob !== undefined) changed.set(path, { id: blob, isExecutable, bytes: bytes.byteLength })
    }
    parent = id
    merge = null
  }
  return { commit: parent, files: changed }
}

/** Returns the writers who agreed that commits with their texts are signed off, by actor id. */
async function signersOf(r: Reader, groups: readonly ChangeGroup[]): Promise<ReadonlySet<string>> {
  const ids = groups.flatMap(({ writer }) => userIdOf(parseActorId(writer?.actorId ?? null)) ?? [])
  return new Set([...(await peopleWhoSignOff(r, ids))].map((id) => actorId('user', id)))
}

function draftsOf(
  request: SendRequest,
  { groups, signers, lastAt, slug }: Waiting,
  commitsBy: GitSettings['commitsBy'],
): readonly CommitDraft[] {
  const { state, branch, publicOrigin, now } = request
  return composeCommits({
    groups,
    signers,
    settings: { ...state.settings, commitsBy },
    committer: committerOf(request),
    host: new URL(publicOrigin).host,
    link: `${publicOrigin}/p/${slug}`,
    lastAt: lastAt ?? state.sentAt ?? now().toISOString(),
    isExecutable: (path) => branch.files.get(path)?.isExecutable ?? false,
  })
}

function committerOf({ publicOrigin }: SendRequest): CommitPerson {
  return { name: 'Dragoman', email: `dragoman@users.noreply.${new URL(publicOrigin).host}` }
}

/** Called before the push: even if its result is lost, we recognize what comes back. */
async function noteSent(
  { store, state: { sourceId } }: SendRequest,
  files: readonly FileToSend[],
): Promise<void> {
  await store.write(async (w) => {
    for (const { path, own, texts } of files) {
      const [newest] = await sentVersions(w, { sourceId, path })
      if (newest !== undefined && Buffer.compare(newest.bytes, own) === 0) continue
      await keepSent(w, { sourceId, path, bytes: own, texts })
    }
  })
}

function summaryOf({ files, groups }: Waiting): SentChanges {
  const people = new Map<string, GitWriter>()
  const languages = new Map<string, number>()
  let all = 0
  for (const { writer, language, texts } of groups) {
    all += texts
    languages.set(language, (languages.get(language) ?? 0) + texts)
    if (writer === null) continue
    const { actorId: id, name } = writer
    const known = people.get(id ?? name)?.texts ?? 0
    people.set(id ?? name, { id, name, texts: known + texts })
  }
  const most = [...people.values()].sort((a, b) => b.texts - a.texts)
  return {
    texts: all,
    files: files.length,
    people: most,
    languages: [...languages].map(([language, texts]) => ({ language, texts })),
  }
}
