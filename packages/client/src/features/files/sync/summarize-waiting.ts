import type { api, GitStateReply, ReplyOf } from '@dragoman/contract'

export type WaitingSummary = {
  /** Whether all of them were sent and are not merged yet. The other numbers are of those that were not sent. */
  readonly isSent: boolean
  /** Strings in the files that were counted. */
  readonly strings: number
  readonly countedFiles: number
  readonly files: number
  /** Files whose strings are not counted because they are too large. */
  readonly uncounted: number
  /** Files that were sent already, next to others that were not. */
  readonly sentFiles: number
}

/** Counts waiting strings and files: those that were not sent yet, or all if everything was sent. */
export function summarizeWaiting({ files, paths }: ReplyOf<typeof api.git.waiting>): WaitingSummary {
  const isSent = paths.every((one) => one.isSent)
  const shown = files.filter((file) => file.isSent === isSent)
  const counted = shown.filter(({ kind }) => kind !== 'too-large')
  const all = paths.filter((one) => one.isSent === isSent).length
  return {
    isSent,
    strings: counted.reduce((sum, { texts }) => sum + texts, 0),
    countedFiles: counted.length,
    files: all,
    uncounted: shown.length - counted.length,
    sentFiles: paths.length - all,
  }
}

/**
 * Returns the size of what was sent and is not merged yet; null if something is unsent, so that the lines here
 * are not those of the pull request, or not all files are loaded.
 */
export function sizeOfSent({
  files,
  paths,
}: ReplyOf<typeof api.git.waiting>): { readonly files: number; readonly lines: number } | null {
  if (files.length !== paths.length || files.length === 0) return null
  if (files.some(({ isSent, kind }) => !isSent || kind === 'too-large')) return null
  const lines = files.reduce((sum, one) => sum + Math.max(one.linesAdded, one.linesRemoved), 0)
  return { files: files.length, lines }
}

/** When waiting strings are sent; `at`: at the time in `sendsAt`; null: no time is known. */
export type WaitingTime = 'byHand' | 'paused' | 'never' | 'problem' | 'now' | 'at' | null

export function waitingTime(
  { mode, isPaused, problem, sendsAt }: Pick<GitStateReply, 'mode' | 'isPaused' | 'problem' | 'sendsAt'>,
  nowMs: number,
): WaitingTime {
  if (mode === 'read-only') return 'never'
  if (mode === 'by-hand' || problem?.code === 'pull-request-closed') return 'byHand'
  if (isPaused) return 'paused'
  // The time stays in the past until it was sent.
  if (problem !== null) return 'problem'
  if (sendsAt === null) return null
  return Date.parse(sendsAt) <= nowMs ? 'now' : 'at'
}
