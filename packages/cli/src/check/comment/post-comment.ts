import { appendFile } from 'node:fs/promises'
import { CommandError, type Terminal } from '../../terminal.ts'
import type { CheckResult } from '../check-folder.ts'
import { githubReport } from '../check-report.ts'
import { commentMarker, commentText } from './comment-text.ts'
import { openComments } from './forge-comments.ts'
import { type FoundPullRequest, findPullRequest } from './pull-request.ts'

export type CommentRequest = {
  readonly result: CheckResult
  /** The folder as given by the user: a repository can have several that are checked. */
  readonly folder: string
  readonly place: (path: string) => string
  /** The format in which the check itself reports. */
  readonly format: string
}

/**
 * Keeps one comment on the pull request of this job up to date; without findings none is created. Failures to
 * comment are reported and do not change the result of the check. Jobs for pull requests from forks have no
 * token with write access, so findings are then reported as annotations and in the summary of the job.
 */
export async function postComment(request: CommentRequest, terminal: Terminal): Promise<void> {
  const found = await findPullRequest(terminal.env)
  const reason = await reasonAgainst(found, request)
  if (reason === null) return
  const instead =
    found.pullRequest === null || request.result.findings.length === 0
      ? null
      : await reportElsewhere(request, terminal)
  const lines = [`No comment was written: ${reason}`, ...(instead === null ? [] : [instead])]
  terminal.complain(lines.join(' '))
}

/** Writes the comment if needed; returns the reason if that was not possible. */
async function reasonAgainst(
  { pullRequest, token, reason }: FoundPullRequest,
  { result, folder, place }: CommentRequest,
): Promise<string | null> {
  if (reason !== null) return reason
  try {
    const comments = openComments(pullRequest, token)
    const marker = commentMarker(folder)
    const known = await comments.find(({ body }) => body.trimStart().startsWith(marker))
    const text = commentText(result, { folder, place })
    if (known === null) {
      if (result.findings.length > 0) await comments.create(text)
    } else if (known.body.trim() !== text) await comments.update(known.id, text)
    return null
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return error.message
  }
}

/** Reports the findings where any job can write, and returns where that is. */
async function reportElsewhere(
  { result, folder, place, format }: CommentRequest,
  { env, print }: Terminal,
): Promise<string> {
  if (!env.GITHUB_ACTIONS) return 'The findings are in the log of the job.'
  // Other formats are for programs, which would not understand a second one in the output.
  const isAnnotated = format === 'github' || format === 'text'
  if (format === 'text') print(githubReport(result, place))
  const places = [
    ...(isAnnotated ? ['the annotations'] : []),
    ...((await writeSummary(env, commentText(result, { folder, place }))) ? ['the summary of the job'] : []),
  ]
  return `The findings are in ${places.join(' and ') || 'the log of the job'}.`
}

/** Writes to the file that the runner shows as the summary. */
async function writeSummary({ GITHUB_STEP_SUMMARY: path }: Terminal['env'], text: string): Promise<boolean> {
  if (!path) return false
  try {
    await appendFile(path, `${text}\n`)
    return true
  } catch {
    return false // The runner names a file that does not exist.
  }
}
