/** When the progress of a job is reported to the people who watch it: not more often than every 200 ms. */
export type ReportTurns = {
  /** Returns whether progress that is stored now is reported too. */
  readonly take: () => boolean
  /** Reports when the next turn comes, unless a report is due already. */
  readonly soon: () => void
  readonly end: () => void
}

const REPORT_EVERY_MS = 200

export function openReportTurns(report: () => void): ReportTurns {
  let reportedMs = Number.NEGATIVE_INFINITY
  let pending: NodeJS.Timeout | null = null
  let hasEnded = false
  const msLeft = () => Math.max(0, REPORT_EVERY_MS - (performance.now() - reportedMs))

  return {
    take() {
      if (msLeft() > 0) return false
      reportedMs = performance.now()
      if (pending) clearTimeout(pending)
      pending = null
      return true
    },
    soon() {
      if (hasEnded || pending) return
      pending = setTimeout(() => {
        pending = null
        report()
      }, msLeft())
      pending.unref()
    },
    end() {
      hasEnded = true
      if (pending) clearTimeout(pending)
    },
  }
}
