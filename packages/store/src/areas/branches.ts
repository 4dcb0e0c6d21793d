import { numberedSlug } from '@dragoman/core'
import type { Requester } from '../door/requester.ts'
import { NameTakenError } from '../errors.ts'
import { undoOperation } from '../operations/undo.ts'
import type { GitSource } from '../source-types.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import type { ProjectRow } from '../types.ts'
import { forgetDismissal } from './dismissed-branches.ts'
import { createGitSource, gitSource } from './git-sources.ts'
import { addLanguages, languageRemoval, listLanguages, removeLanguage, setFallback } from './languages.ts'
import {
  createProject,
  deleteProject,
  lockProject,
  projectById,
  projectBySlug,
  updateProject,
} from './projects.ts'
import { assignRequestBranches } from './request-branches.ts'
import { createSource } from './sources.ts'

/** A translation branch: a project that contains only what a branch of the repository changes. */
export type BranchRow = {
  readonly projectId: number
  readonly slug: string
  readonly parentId: number
  /** The source of the parent. */
  readonly intoSourceId: number
  /** Its own source. */
  readonly sourceId: number
  readonly branch: string
  /** Commit that it is compared with; null: it was not read yet. */
  readonly mergeBase: string | null
  /** The newest commit that was read with changes of the branch; null: none was. It can be gone from the branch. */
  readonly changes: BranchChanges | null
  /** `closed`: finished; texts that were not sent are kept. */
  readonly state: 'open' | 'closed'
  /** Null: it is open. */
  readonly closeReason: BranchClosing | null
  /** The newest pull request that was seen open; null: none. */
  readonly pullRequest: number | null
  readonly openedBy: string
  readonly openedAt: string
  readonly endedAt: string | null
}

/** What a branch changed: everything between the commit that it was compared with and its newest one. */
export type BranchChanges = { readonly mergeBase: string; readonly tip: string }

/**
 * Why a translation branch is closed: a person closed it; the branch was deleted from the repository; its
 * pull request was closed without a merge, or merged into another branch; it was merged, and has texts of keys
 * that the project does not have.
 */
export type BranchClosing = 'person' | 'deleted' | 'pull-request' | 'merged'

/** Unsent texts of a closed branch are kept this long, unless a person closed it. */
const CLOSED_BRANCH_DAYS = 30

const CLOSINGS: readonly BranchClosing[] = ['person', 'deleted', 'pull-request', 'merged']
const DAY_MS = 24 * 60 * 60_000
const SLUGS_TRIED = 1000

/**
 * Opens a translation branch of a project for a branch of one of its repositories. Throws NameTakenError if
 * there is already one.
 */
export async function openBranch(
  w: Writer,
  {
    parent,
    source,
    branch,
    pullRequest = null,
    by,
    at,
  }: {
    readonly parent: ProjectRow
    readonly source: GitSource
    readonly branch: string
    readonly pullRequest?: number | null
    readonly by: Requester
    readonly at: string
  },
): Promise<BranchRow> {
  const { repository, pattern, format } = source
  // Two processes can open it at the same time.
  await lockProject(w, parent.id)
  if (await branchOf(w, { sourceId: source.id, branch })) throw new NameTakenError(branch)
  const slug = await freeSlug(w, parent.slug, branch)
  const made = await createProject(w, {
    slug,
    name: nameOf(parent, branch),
    sourceLanguage: parent.sourceLanguage,
    syntax: parent.syntax,
    parentId: parent.id,
    at,
  })
  await updateProject(w, made.id, { settings: { ...parent.settings, deliverPublic: false } })
  await w.db
    .insertInto('project_branch')
    .values({
      project_id: made.id,
      source_id: source.id,
      branch,
      merge_base: null,
      changes_base: null,
      changes_tip: null,
      state: 'open',
      opened_by: by.actor.name,
      opened_by_id: by.actor.id,
      opened_at: at,
      ended_at: null,
      closed_because: null,
      pull_request: pullRequest,
    })
    .execute()
  await forgetDismissal(w, { sourceId: source.id, branch })
  await followLanguages(w, { parentId: parent.id, projectId: made.id, by, at })
  const own = await createSource(w, {
    kind: 'git',
    repository,
    branch,
    into: { sourceId: source.id, branch: source.branch },
    projectId: made.id,
    pattern,
    format,
    writable: true,
    createdAt: at,
  })
  const state = await gitSource(w, source.id)
  if (state === null) throw new Error(`Source ${source.id} is no repository`)
  const { settings, signIn, keyId, knownHosts, forge } = state
  const kept = { settings, signIn, keyId, knownHosts, forge }
  await createGitSource(w, { sourceId: own.id, projectId: made.id, mode: 'push', ...kept })
  await assignRequestBranches(w, source.id)
  emitBranch(w, { parentId: parent.id, projectId: made.id }, 'opened')
  const opened = await branchOf(w, { sourceId: source.id, branch })
  if (opened === null) throw new Error('a branch that was just opened is not there')
  return opened
}

/**
 * Adds the languages that the parent has and its branch does not. One that the branch had before is back with its texts,
 * their states and authors: the operation that removed it is undone.
 */
async function followLanguages(
  w: Writer,
  of: {
    readonly parentId: number
    readonly projectId: number
    readonly by: Requester
    readonly at: string
  },
): Promise<void> {
  const { parentId, ...operation } = of
  const known = new Set((await listLanguages(w, of.projectId)).map(({ tag }) => tag))
  const wanted = await listLanguages(w, parentId)
  const added: string[] = []
  for (const { tag } of wanted) {
    if (known.has(tag)) continue
    const removal = await languageRemoval(w, of.projectId, tag)
    if (removal === null) added.push(tag)
    else await undoOperation(w, { ...operation, operationId: removal, keepNewer: 'keep' })
  }
  if (added.length > 0) await addLanguages(w, { ...operation, tags: added })
}

/**
 * Updates a branch to its parent: languages with their fallbacks, settings and name. What is already the same
 * is not written.
 */
export async function followParent(
  w: Writer,
  { projectId, parentId, branch }: Pick<BranchRow, 'projectId' | 'parentId' | 'branch'>,
  { by, at }: { readonly by: Requester; readonly at: string },
): Promise<void> {
  await lockProject(w, projectId)
  const [parent, own] = [await projectById(w, parentId), await projectById(w, projectId)]
  if (parent === null || own === null) return
  const settings = { ...parent.settings, deliverPublic: false }
  const name = nameOf(parent, branch)
  if (own.name !== name || JSON.stringify(own.settings) !== JSON.stringify(settings))
    await updateProject(w, projectId, { name, settings })
  await followLanguages(w, { parentId, projectId, by, at })
  const wanted = await listLanguages(w, parentId)
  for (const { tag, fallback } of await listLanguages(w, projectId)) {
    const there = wanted.find((one) => one.tag === tag)
    if (there === undefined) await removeLanguage(w, { projectId, tag, by, at })
    else if (there.fallback !== fallback) await setFallback(w, projectId, tag, there.fallback)
  }
}

function nameOf({ name }: Pick<ProjectRow, 'name'>, branch: string): string {
  return `${name} (${branch})`
}

/** Returns open and closed branches, by name. */
export async function listBranches(r: Reader, parentId: number): Promise<readonly BranchRow[]> {
  return (await selectBranches(r).where('project.parent_id', '=', parentId).execute()).map(branchRow)
}

/** Returns the branch of a project; null if the project has no parent. */
export async function branchOfProject(r: Reader, projectId: number): Promise<BranchRow | null> {
  const row = await selectBranches(r).where('project.id', '=', projectId).executeTakeFirst()
  return row === undefined ? null : branchRow(row)
}

async function branchOf(
  r: Reader,
  { sourceId, branch }: { readonly sourceId: number; readonly branch: string },
): Promise<BranchRow | null> {
  const row = await selectBranches(r)
    .where('project_branch.source_id', '=', sourceId)
    .where('project_branch.branch', '=', branch)
    .executeTakeFirst()
  return row === undefined ? null : branchRow(row)
}

/** Changes the commit that it is compared with, its newest changes, or its pull request. */
export async function updateBranch(
  { db, emit }: Writer,
  { projectId, parentId }: Pick<BranchRow, 'projectId' | 'parentId'>,
  { mergeBase, changes, pullRequest }: Partial<Pick<BranchRow, 'mergeBase' | 'changes' | 'pullRequest'>>,
): Promise<void> {
  await db
    .updateTable('project_branch')
    .set({
      ...(mergeBase === undefined ? {} : { merge_base: mergeBase }),
      ...(changes === undefined
        ? {}
        : { changes_base: changes?.mergeBase ?? null, changes_tip: changes?.tip ?? null }),
      ...(pullRequest === undefined ? {} : { pull_request: pullRequest }),
    })
    .where('project_id', '=', projectId)
    .execute()
  emit({ kind: 'files.changed', projectId: parentId, payload: {} })
}

/** Closes a branch, with the texts that were not sent. One that is already closed is left as it is. */
export async function closeBranch(
  w: Writer,
  branch: Pick<BranchRow, 'projectId' | 'parentId'>,
  { because, at }: { readonly because: BranchClosing; readonly at: string },
): Promise<void> {
  const done = await w.db
    .updateTable('project_branch')
    .set({ state: 'closed', closed_because: because, ended_at: at })
    .where('project_id', '=', branch.projectId)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (Number(done.numUpdatedRows) > 0) emitBranch(w, branch, 'closed')
}

/** Reopens a closed branch, with all texts that it still has. */
export async function reopenBranch(
  w: Writer,
  branch: Pick<BranchRow, 'projectId' | 'parentId' | 'intoSourceId' | 'branch'>,
  pullRequest?: number | null,
): Promise<void> {
  await w.db
    .updateTable('project_branch')
    .set({
      state: 'open',
      closed_because: null,
      ended_at: null,
      ...(pullRequest === undefined ? {} : { pull_request: pullRequest }),
    })
    .where('project_id', '=', branch.projectId)
    .execute()
  await forgetDismissal(w, { sourceId: branch.intoSourceId, branch: branch.branch })
  emitBranch(w, branch, 'opened')
}

/** Removes a branch with its texts and its history. */
export async function removeBranch(
  w: Writer,
  branch: Pick<BranchRow, 'projectId' | 'parentId'>,
): Promise<void> {
  await deleteProject(w, branch.projectId)
  emitBranch(w, branch, 'removed')
}

/** Returns when a closed branch is removed with its texts; null: it stays until a person decides. */
export function branchEndsAt({ endedAt, closeReason }: BranchRow): string | null {
  if (endedAt === null || closeReason === null || closeReason === 'person') return null
  return new Date(Date.parse(endedAt) + CLOSED_BRANCH_DAYS * DAY_MS).toISOString()
}

/** Returns closed branches whose retention time is over. */
export async function branchesToRemove(r: Reader, now: Date): Promise<readonly BranchRow[]> {
  const before = new Date(now.getTime() - CLOSED_BRANCH_DAYS * DAY_MS).toISOString()
  const rows = await selectBranches(r)
    .where('project_branch.state', '=', 'closed')
    .where('project_branch.closed_because', '<>', 'person')
    .where('project_branch.ended_at', '<=', before)
    .execute()
  return rows.map(branchRow)
}

function emitBranch(
  { emit }: Writer,
  { parentId, projectId }: Pick<BranchRow, 'projectId' | 'parentId'>,
  what: 'opened' | 'closed' | 'removed',
): void {
  emit({ kind: 'files.changed', projectId: parentId, payload: {} })
  emit({ kind: 'branch.changed', projectId: parentId, payload: { branchId: projectId, what } })
}

/** Returns a slug for URLs such as `shop-feature-checkout`; shortened, and numbered if it is taken. */
async function freeSlug(r: Reader, parent: string, branch: string): Promise<string> {
  const name = branch
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  for (let number = 1; number <= SLUGS_TRIED; number++) {
    const slug = numberedSlug(`${parent}-${name}`, number)
    if (slug !== parent && (await projectBySlug(r, slug)) === null) return slug
  }
  throw new NameTakenError(branch)
}

function selectBranches({ db }: Reader) {
  return db
    .selectFrom('project_branch')
    .innerJoin('project', 'project.id', 'project_branch.project_id')
    .innerJoin('source', 'source.project_id', 'project_branch.project_id')
    .selectAll('project_branch')
    .select(['project.slug', 'project.parent_id', 'source.id as own_source_id'])
    .orderBy('project_branch.branch')
}

function branchRow(
  row: Tables['project_branch'] & {
    readonly slug: string
    readonly parent_id: number | null
    readonly own_source_id: number
  },
): BranchRow {
  return {
    projectId: row.project_id,
    slug: row.slug,
    parentId: row.parent_id ?? 0,
    intoSourceId: row.source_id,
    sourceId: row.own_source_id,
    branch: row.branch,
    mergeBase: row.merge_base,
    changes:
      row.changes_base === null || row.changes_tip === null
        ? null
        : { mergeBase: row.changes_base, tip: row.changes_tip },
    state: row.state === 'closed' ? 'closed' : 'open',
    closeReason: CLOSINGS.find((one) => one === row.closed_because) ?? null,
    pullRequest: row.pull_request,
    openedBy: row.opened_by,
    openedAt: row.opened_at,
    endedAt: row.ended_at,
  }
}
