import type { ForgeCalls } from './call-forge.ts'
import { hasMarker, withMarker } from './comment-marker.ts'
import type { CheckReport, Forge, ForgeRepository } from './forge.ts'
import { numberAt, optionalTextAt, textAt, valueAt } from './read-answer.ts'

// Parts of GitHub's API that Gitea and Forgejo have as well. `repo` is a path: `/repos/OWNER/NAME`.

export function readRepository(answer: unknown): ForgeRepository {
  const mayPush = valueAt(answer, 'permissions', 'push')
  return {
    defaultBranch: textAt(answer, 'default_branch'),
    url: textAt(answer, 'html_url'),
    mayPush: typeof mayPush === 'boolean' ? mayPush : null,
    isArchived: valueAt(answer, 'archived') === true,
  }
}

const STATES = { running: 'pending', passed: 'success', failed: 'failure' } as const

/** Reports a check as a commit status; its title is cut at `titleMax` characters. */
export function putStatus(
  calls: ForgeCalls,
  repo: string,
  { commit, report: { name, state, title, url }, titleMax }: StatusToPut,
): Promise<null> {
  const body = {
    state: STATES[state],
    context: name,
    description: title.slice(0, titleMax),
    ...(url === null ? {} : { target_url: url }),
  }
  return calls.ask({ method: 'POST', path: `${repo}/statuses/${commit}`, body }, () => null)
}

type StatusToPut = { readonly commit: string; readonly report: CheckReport; readonly titleMax: number }

/** Returns a function that writes comments; `hasPages`: the forge returns comments in pages. */
export function commentsOf(
  calls: ForgeCalls,
  repo: string,
  { hasPages }: { readonly hasPages: boolean },
): Forge['putComment'] {
  return async (number, { marker, body }) => {
    const wanted = withMarker(marker, body)
    const comments = await calls.list(`${repo}/issues/${number}/comments`, { hasPages })
    const own = comments.find((one) => hasMarker(marker, optionalTextAt(one, 'body') ?? ''))
    if (own !== undefined && optionalTextAt(own, 'body') === wanted) return
    await calls.ask(
      own === undefined
        ? { method: 'POST', path: `${repo}/issues/${number}/comments`, body: { body: wanted } }
        : {
            method: 'PATCH',
            path: `${repo}/issues/comments/${numberAt(own, 'id')}`,
            body: { body: wanted },
          },
      () => null,
    )
  }
}
