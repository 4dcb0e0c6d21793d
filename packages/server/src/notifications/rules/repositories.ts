import { type GitProblem, type GitSource, gitSource, type Reader, sourceById } from '@dragoman/store'
import { isOfAllBranches, needsPerson } from '../../sources/git/git-problem.ts'
import { endOthers, notifyOfSubject } from '../end-others.ts'
import { managersOf } from '../managers-of.ts'
import type { NotificationRule } from '../rule.ts'
import { subjectIdsOf } from '../subject-ids-of.ts'

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
    const about = { projectId, kind: 'repository-problem', subjectId: sourceId } as const
    if (!isOpen) return [await endOthers(r, about)]
    const subject = subjectOf(sourceId, problem)
    const { code, params = {} } = problem
    const payload = { text: shortName(source.repository, source.branch), problem: { code, params } }
    return notifyOfSubject(r, about, { subject, payload, userIds: await managersOf(r, projectId) })
  },
  async load(r, rows) {
    const problems = await openProblems(r, subjectIdsOf(rows))
    return async ({ subject }) => {
      const open = problems.get(subject)
      return open === undefined ? {} : { problem: { code: open.code, params: { ...open.params } } }
    }
  },
}

/** A problem that came back is a new one. */
function subjectOf(sourceId: number, { at }: GitProblem): string {
  return `repository:${sourceId}:${at}`
}

/** Returns the problems as they are now, by subject: the last attempt can have another reason than the first one. */
async function openProblems(
  r: Reader,
  sourceIds: readonly number[],
): Promise<ReadonlyMap<string, GitProblem>> {
  const open = new Map<string, GitProblem>()
  for (const sourceId of sourceIds) {
    const problem = (await gitSource(r, sourceId))?.problem ?? null
    if (problem !== null) open.set(subjectOf(sourceId, problem), problem)
  }
  return open
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
