import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addGitSync, type GitSourceRow, updateGitSource } from '@dragoman/store'
import { signingKeyOf } from '../access/signing-key.ts'
import { withKeyFolder } from '../access/temporary-folders.ts'
import { GitProblemError } from '../git-problem.ts'
import type { BranchFiles } from '../read/branch-files.ts'
import { openSourceForge } from '../source-forge.ts'
import type { GitSenderParts } from './git-sender.ts'
import { isSameDestination } from './is-same-destination.ts'
import type { ChangesRequest } from './read-changes.ts'
import { type SendRequest, type SendResult, type SendTarget, sendChanges } from './send-changes.ts'

/** One attempt to send, with what was known when it started. */
export type SendAttempt = {
  readonly state: GitSourceRow
  /** The files of the branch that texts go into. */
  readonly on: BranchFiles
  /** A person wants it now. */
  readonly isAsked: boolean
  /** Attempts since the last one that arrived, with this one. */
  readonly attempts: number
}

/** Commits what is changed here and pushes it to a branch. Throws GitProblemError. */
export async function pushChanges(
  parts: GitSenderParts,
  { state, on, isAsked }: SendAttempt,
  { target, onPush }: Pick<SendRequest, 'onPush'> & { readonly target: SendTarget },
): Promise<SendResult> {
  const { store, now, mirror, format, branch, folder: root, publicOrigin, workers, signal } = parts
  const request = {
    ...{ store, now, mirror, format, state, branch: on, target, publicOrigin: publicOrigin() },
    forge: openSourceForge(parts, state),
    // A person might have allowed it in the repository in the meantime.
    refused: isAsked ? null : refusedBefore(state),
    onPush,
    // The next push follows after minutes or hours: until then the thread would only take memory.
    readElsewhere: (changes: ChangesRequest) =>
      workers.run('readChanges', changes, { signal, isAlone: true }),
    onChangedBack: branch.noteChangedBack,
  }
  if (!state.settings.signCommits) return sendChanges({ ...request, signingKey: null })
  const privateKey = await signingKeyOf(parts, state)
  return withKeyFolder(root, 'sign', async (folder) => {
    const signingKey = join(folder, 'key')
    await writeFile(signingKey, privateKey, { mode: 0o600, flag: 'wx' })
    return sendChanges({ ...request, signingKey })
  })
}

/**
 * Records that everything was sent, unless people have chosen another destination in the meantime, and that no
 * problem is left. `to`: where it was sent to, for people.
 */
export async function recordSent(
  parts: GitSenderParts,
  { state, attempts }: Pick<SendAttempt, 'state' | 'attempts'>,
  { result, to }: { readonly result: Exclude<SendResult, { kind: 'moved' }>; readonly to: string },
): Promise<void> {
  const { store, now, row } = parts
  const { problem, failedSends } = state
  const at = now().toISOString()
  const { until } = result
  await store.write(async (w) => {
    const isDone = until !== null && (await isSameDestination(w, parts, state))
    await updateGitSource(w, row.id, {
      ...(isDone ? { sentAt: until } : {}),
      ...(problem === null ? {} : { problem: null }),
      ...(failedSends === 0 ? {} : { failedSends: 0 }),
    })
    if (result.kind !== 'sent') return
    const { texts, files, people } = result.sent
    const line = { at, kind: 'out', commit: result.commit, texts, files, people, attempts, note: to } as const
    await addGitSync(w, row.id, { ...line, problem: null })
  })
}

function refusedBefore({ problem }: GitSourceRow): SendRequest['refused'] {
  const { code, params: { commit = '', said = '' } = {} } = problem ?? {}
  if (code !== 'secret-found' || commit === '') return null
  const params = { commit: String(commit), said: String(said) }
  return { commit: params.commit, problem: new GitProblemError(code, params) }
}
