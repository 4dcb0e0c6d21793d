import { definedOf } from '@dragoman/core'
import type {
  GitForge,
  GitMode,
  GitProblem,
  GitPullRequest,
  GitPush,
  GitSettings,
  GitSourceRow,
} from '../git-types.ts'
import { parseJson } from '../rows.ts'
import type { Reader, Writer } from '../store.ts'
import type { Tables } from '../tables.ts'
import { deleteUnusedGitKeys } from './git-keys.ts'
import { assignRequestBranches } from './request-branches.ts'

/** The initial fields of a Git source; all others are set when the repository is first read. */
export type NewGitSource = Pick<
  GitSourceRow,
  'sourceId' | 'projectId' | 'mode' | 'settings' | 'signIn' | 'keyId' | 'knownHosts' | 'forge'
>

export async function createGitSource({ db }: Writer, source: NewGitSource): Promise<void> {
  await db
    .insertInto('git_source')
    .values({
      source_id: source.sourceId,
      project_id: source.projectId,
      mode: source.mode,
      settings: JSON.stringify(source.settings),
      paused: 0,
      sign_in: source.signIn,
      key_id: source.keyId,
      known_hosts: source.knownHosts,
      forge: JSON.stringify(source.forge),
      webhook_secret: null,
      commit_id: null,
      looked_at: null,
      problem: null,
      pull_request: null,
      pushed_head: null,
      pushing: '[]',
      kept_base: null,
      sent_at: null,
      dropped_at: null,
      failed_sends: 0,
    })
    .execute()
}

/**
 * Returns a Git source; null if there is no such source, or it is of another kind. A translation branch uses
 * the connection and sending settings of its parent.
 */
export async function gitSource({ db }: Reader, sourceId: number): Promise<GitSourceRow | null> {
  const row = await db
    .selectFrom('git_source')
    .selectAll()
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  if (row === undefined) return null
  const own = gitSourceRow(row)
  const of = await db
    .selectFrom('project_branch')
    .innerJoin('git_source', 'git_source.source_id', 'project_branch.source_id')
    .selectAll('git_source')
    .select('project_branch.state')
    .where('project_branch.project_id', '=', own.projectId)
    .executeTakeFirst()
  return of === undefined ? own : withSettingsOfParent(own, gitSourceRow(of), of)
}

function withSettingsOfParent(
  own: GitSourceRow,
  parent: GitSourceRow,
  { state }: { readonly state: string },
): GitSourceRow {
  const { settings, signIn, keyId, knownHosts, forge } = parent
  const { pullRequestBranch } = own.settings
  return {
    ...own,
    // A translation branch is reviewed before it is merged: it can take commits directly, unless it has
    // rejected them.
    mode: parent.mode === 'pull-request' ? own.mode : parent.mode,
    settings: { ...settings, pullRequestBranch },
    isPaused: parent.isPaused || state === 'closed',
    signIn,
    keyId,
    knownHosts,
    forge,
  }
}

/** Changes the given fields. False if there is no such source. */
export async function updateGitSource(
  w: Writer,
  sourceId: number,
  fields: Partial<Omit<GitSourceRow, 'sourceId' | 'projectId'>>,
): Promise<boolean> {
  const { db, emit } = w
  const columns = columnsOf(fields)
  if (Object.keys(columns).length === 0) return true
  const row = await db
    .updateTable('git_source')
    .set(columns)
    .where('source_id', '=', sourceId)
    .returning('project_id')
    .executeTakeFirst()
  if (row === undefined) return false
  if (fields.settings !== undefined) await assignRequestBranches(w, sourceId)
  if (fields.keyId !== undefined) await deleteUnusedGitKeys(w, row.project_id)
  emit({ kind: 'files.changed', projectId: row.project_id, payload: {} })
  if (fields.problem !== undefined)
    emit({ kind: 'source.problem-changed', projectId: row.project_id, payload: { sourceId } })
  return true
}

function columnsOf(
  fields: Partial<Omit<GitSourceRow, 'sourceId' | 'projectId'>>,
): Partial<Tables['git_source']> {
  const { mode, settings, isPaused, signIn, keyId, knownHosts, forge } = fields
  const {
    webhookSecret,
    commit,
    checkedAt,
    problem,
    pullRequest,
    pushedHead,
    pushing,
    keptBase,
    sentAt,
    droppedAt,
    failedSends,
  } = fields
  const columns: { [C in keyof Tables['git_source']]?: Tables['git_source'][C] | undefined } = {
    mode,
    settings: settings && JSON.stringify(settings),
    paused: isPaused === undefined ? undefined : Number(isPaused),
    sign_in: signIn,
    key_id: keyId,
    known_hosts: knownHosts,
    forge: forge && JSON.stringify(forge),
    webhook_secret: webhookSecret,
    commit_id: commit,
    looked_at: checkedAt,
    problem: problem && JSON.stringify(problem),
    pull_request: pullRequest && JSON.stringify(pullRequest),
    pushed_head: pushedHead,
    pushing: pushing && JSON.stringify(pushing),
    kept_base: keptBase,
    sent_at: sentAt,
    dropped_at: droppedAt,
    failed_sends: failedSends,
  }
  return definedOf(columns)
}

function gitSourceRow(row: Tables['git_source']): GitSourceRow {
  return {
    sourceId: row.source_id,
    projectId: row.project_id,
    mode: row.mode as GitMode, // written above
    settings: parseJson<GitSettings>(row.settings),
    isPaused: row.paused === 1,
    signIn: row.sign_in,
    keyId: row.key_id,
    knownHosts: row.known_hosts,
    forge: parseJson<GitForge>(row.forge),
    webhookSecret: row.webhook_secret,
    commit: row.commit_id,
    checkedAt: row.looked_at,
    problem: row.problem === null ? null : parseJson<GitProblem>(row.problem),
    pullRequest: row.pull_request === null ? null : parseJson<GitPullRequest>(row.pull_request),
    pushedHead: row.pushed_head,
    pushing: parseJson<readonly GitPush[]>(row.pushing),
    keptBase: row.kept_base,
    sentAt: row.sent_at,
    droppedAt: row.dropped_at,
    failedSends: row.failed_sends,
  }
}
