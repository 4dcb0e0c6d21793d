import { rm } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { Failure } from '@dragoman/contract'
import { addGitSync, type GitProblem, updateGitSource } from '@dragoman/store'
import { oneByOne } from '../../git/one-by-one.ts'
import { type GitProblemCode, GitProblemError, needsPerson, problemOf } from './git-problem.ts'
import type { GitSourceParts } from './open-git.ts'
import { isCopyDamaged } from './read/git-reading.ts'

/** Git programs of a process that was killed can still write into the folder. */
export const REMOVED_WHOLE = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }

/** Removes a copy of a repository once no other branch fetches into it. */
export function removeCopy(folder: string): Promise<void> {
  return oneByOne(folder, () => rm(folder, REMOVED_WHOLE))
}

/** Notes the problem once, until it is fixed, with what the last attempt said of it. Errors that the repository did not cause are thrown. */
export async function noteProblem(parts: GitSourceParts, error: unknown): Promise<GitProblemError> {
  const { store, now, log, row, stateNow } = parts
  const problem = isCopyDamaged(error) ? new GitProblemError('copy-damaged') : problemOf(error)
  if (problem === null) throw error
  await actOn(parts, problem)
  const { code, params, cause } = problem
  log({ level: 'warn', event: 'git-failed', source: row.id, reason: code, error: cause })
  const known = (await stateNow()).problem
  if (isKnown(known, problem)) {
    if (known?.code === code && !isDeepStrictEqual(known.params, params))
      await store.write((w) => updateGitSource(w, row.id, { problem: { ...known, params } }))
    return problem
  }
  const at = now().toISOString()
  const noted = { code, at, params }
  const nothing = { commit: null, texts: 0, files: 0, people: [], attempts: 1, note: '' }
  await store.write(async (w) => {
    await updateGitSource(w, row.id, { problem: noted })
    await addGitSync(w, row.id, { at, kind: 'failed', ...nothing, problem: noted })
  })
  return problem
}

/** Ends a translation branch that is gone, and removes a copy that cannot be read. */
async function actOn(
  { row, projectId, folder, branch, onBranchEnd, recreateCopy }: GitSourceParts,
  { code, params }: GitProblemError,
): Promise<void> {
  if (code === 'branch-missing' && row.into !== undefined && params.branch === row.branch)
    onBranchEnd((await branch.isMerged().catch(() => false)) ? 'merged' : 'deleted', projectId)
  if (code !== 'copy-damaged') return
  for (const copy of [folder, `${folder}-history`]) await removeCopy(copy)
  recreateCopy()
}

export function asFailure({ code, params }: GitProblemError): Failure {
  return new Failure('source-unreachable', { ...params, reason: code })
}

/** A problem that needs a person stays on screen even if the network fails too. */
function isKnown(known: GitProblem | null, { code, params }: GitProblemError): boolean {
  if (known === null) return false
  const isSame = known.code === code && known.params?.forge === params.forge
  return isSame || (needsPerson(known) && !needsPerson({ code, params }))
}

/** Whether a look at the branch cannot solve the problem. */
export function isOfSending({ code, params }: GitProblem): boolean {
  // With an empty name nothing can be read; with an invalid name somewhere nothing can be committed.
  return SENDING.has(code) || (code === 'unusable-name' && params?.path !== '')
}

const SENDING: ReadonlySet<string> = new Set([
  'branch-protected',
  'push-refused',
  'signature-required',
  'signing-key-missing',
  'secret-found',
  'write-refused',
  'pull-request-closed',
  'forge-refused',
  'overtaken',
] satisfies GitProblemCode[])
