import { branchOfProject, countDiscussions } from '@dragoman/store'
import { unsentTexts } from '../../sources/git/branches/branch-texts.ts'
import { endOthers, notifyOfSubject } from '../end-others.ts'
import { managersOf } from '../managers-of.ts'
import type { NotificationRule } from '../rule.ts'

/**
 * A translation branch that was closed, except by a person, needs a manager if it has texts that were not
 * sent, comments or suggestions.
 */
export const followBranches: NotificationRule = {
  async follow(r, event) {
    if (event.kind !== 'branch.changed' || event.projectId === null) return []
    const { projectId } = event
    const { branchId, what } = event.payload
    const closed = { projectId, kind: 'branch-closed', subjectId: branchId } as const
    const branch = what === 'closed' ? await branchOfProject(r, branchId) : null
    if (branch === null || branch.state === 'open' || branch.closeReason === 'person')
      return [await endOthers(r, closed)]
    const subject = `branch:${branchId}:${branch.endedAt}`
    if ((await unsentTexts(r, branch)).length === 0 && (await countDiscussions(r, branch)) === 0) return []
    const userIds = await managersOf(r, projectId)
    return notifyOfSubject(r, closed, { subject, payload: { text: branch.branch }, userIds })
  },
}
