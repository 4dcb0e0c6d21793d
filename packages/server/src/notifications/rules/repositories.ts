import { type GitProblem, type GitSource, gitSource, sourceById } from '@dragoman/store'
import { isOfAllBranches, needsPerson } from '../../sources/git/git-problem.ts'
import { endOthers } from '../end-others.ts'
import { managersOf } from '../managers-of.ts'
import type { NotificationRule } from '../rule.ts'

const KIND = 'repository-problem'

/**
 * A repository with a problem that does not resolve itself needs a manager until it is solved, or the
 * repository is disconnected. A problem that recurs after that is a new one, with a new notification.
 */
export const followRepositories: NotificationRule = {
  async follow(r, event) {
    if (event.projectId === null) return []
    if (event.kind !== 'source.problem-changed' && event.kind !== 'source.removed') return []
    const { projectId } = event
    const { sourceId } = event.payload
    const source = await sourceById(r, sourceId)
    const problem = (await gitSource(r, sourceId))?.problem ?? null
    const isOpen =
      problem !== null && source?.kind === 'git' && needsPerson(problem) && !isOfProject(source, problem)
    // A problem that came back is a new one.
    const subject = isOpen ? `repository:${sourceId}:${problem.at}` : null
    const about = { projectId, kind: KIND, subjectId: sourceId } as const
    const done = await endOthers(r, about, subject)
    if (!isOpen || subject === null) return [done]
    const { code, params = {} } = problem
    const payload = { text: shortName(source.repository, source.branch), problem: { code, params } }
    const shared = { ...about, subject, keyId: null, language: null, payload, actorId: null }
    const notifications = (await managersOf(r, projectId)).map((userId) => ({ ...shared, userId }))
    return [done, { kind: 'notify', notifications }]
  },
}

/** Whether the problem of a translation branch is one that its project has too: managers are notified once. */
function isOfProject({ into }: GitSource, problem: GitProblem): boolean {
  return into !== undefined && isOfAllBranches(problem)
}

/** Returns the name that people use: `team/app (main)`. */
function shortName(repository: string, branch: string): string {
  const path = repository.replace(/^[a-z]+:\/\/[^/]+\//, '').replace(/\.git$/, '')
  return `${path.split('/').slice(-2).join('/')} (${branch})`
}
