import type { GitSenderParts } from './git-sender.ts'
import { pushChanges, recordSent, type SendAttempt } from './push-changes.ts'
import { leaveKeptBranch } from './push-to-request.ts'

/** Pushes directly onto the branch. Returns false if someone else pushed first. Throws GitProblemError. */
export async function pushToBranch(parts: GitSenderParts, attempt: SendAttempt): Promise<boolean> {
  const { row, branch } = parts
  if (attempt.state.keptBase !== null) {
    await leaveKeptBranch(parts)
    return false
  }
  const { commit } = attempt.on
  const target = {
    branch: row.branch,
    expected: commit,
    parent: commit,
    isKept: false,
    takenBack: [],
    merge: null,
  }
  // The commit itself says that it arrived: the branch is read again before anything else is sent.
  const result = await pushChanges(parts, attempt, { target, onPush: async () => {} })
  if (result.kind === 'moved') return false
  await recordSent(parts, attempt, { result, to: row.branch })
  if (result.kind === 'sent') await branch.noteOwn(result.commit, result.files)
  return true
}
