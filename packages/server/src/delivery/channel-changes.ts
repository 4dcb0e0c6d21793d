import type { FollowedChannel } from '../publish/open-publisher.ts'
import type { StaleFiles } from '../publish/stale-files.ts'

/** What is written within this time is sent in one notification. */
const GATHER_MS = 30
/** More files than this are announced as "any". */
const FILES_MAX = 100

type Files = { readonly language: string | null; readonly namespace: string }

/** Changes to repeat together. `isOpen`: later ones are still added. */
type Repeat = { changes: readonly StaleFiles[]; isOpen: boolean }

/** Repeated changes are gathered for this part of the time after which they are repeated. */
const GATHER_PART = 0.1
/** More changes than this are repeated as "anything". */
const REPEATED_MAX = 1000
const ANYTHING: StaleFiles = {
  projectId: null,
  channel: null,
  files: null,
  isOfCatalog: false,
  isServable: true,
}

export type GatheredChanges = {
  readonly add: (stale: StaleFiles) => void
  readonly close: () => void
}

/**
 * Passes changes that follow one another quickly on together, and again after each of the times that `repeatsMs` returns
 * at that moment, or a little later. `afterMs`: which of these; null: for the first time.
 */
export function gatherChanges({
  notify,
  repeatsMs,
}: {
  readonly notify: (changes: readonly StaleFiles[], afterMs: number | null) => void
  readonly repeatsMs: () => ReadonlySet<number>
}): GatheredChanges {
  let gathered: StaleFiles[] = []
  let timer: NodeJS.Timeout | null = null
  const timers = new Set<NodeJS.Timeout>()
  /** The last ones, by the time after which they are repeated. */
  const repeats = new Map<number, Repeat>()

  function later(ms: number, task: () => void): void {
    const once = setTimeout(() => {
      timers.delete(once)
      task()
    }, ms)
    timers.add(once)
    // Hours from now nothing must keep the process alive.
    once.unref()
  }

  function repeat(changes: readonly StaleFiles[], afterMs: number): void {
    const open = repeats.get(afterMs)
    if (open?.isOpen) {
      const all = [...open.changes, ...changes]
      open.changes = all.length > REPEATED_MAX ? [ANYTHING] : all
      return
    }
    const made: Repeat = { changes, isOpen: true }
    repeats.set(afterMs, made)
    const gatherMs = afterMs * GATHER_PART
    later(gatherMs, () => {
      made.isOpen = false
    })
    later(gatherMs + afterMs, () => notify(made.changes, afterMs))
  }

  function flush(): void {
    timer = null
    const changes = gathered
    gathered = []
    notify(changes, null)
    for (const afterMs of repeatsMs()) repeat(changes, afterMs)
  }

  return {
    add(stale: StaleFiles): void {
      gathered.push(stale)
      timer ??= setTimeout(flush, GATHER_MS)
    },
    close(): void {
      if (timer !== null) clearTimeout(timer)
      for (const once of timers) clearTimeout(once)
    },
  }
}

export function concerns({ projectId, channel }: StaleFiles, followed: FollowedChannel): boolean {
  return (
    (projectId === null || projectId === followed.projectId) &&
    (channel === null || channel === followed.channel)
  )
}

/** Returns the events that notify of changes, by channel: its readers receive the same one. */
export function openTexts(changes: readonly StaleFiles[]): (channel: FollowedChannel) => string | null {
  const texts = new Map<string, string | null>()
  return (channel) => {
    const id = `${channel.projectId} ${channel.channel} ${channel.hasOtherLanguages}`
    let text = texts.get(id)
    if (text === undefined) {
      text = textOf(changes, channel)
      texts.set(id, text)
    }
    return text
  }
}

/** Returns what the readers of a channel are sent; null if none of it has changed. */
function textOf(changes: readonly StaleFiles[], channel: FollowedChannel): string | null {
  const files = new Map<string, Files>()
  for (const change of changes) {
    if (!concerns(change, channel)) continue
    // The content of a release never changes.
    if (channel.kind === 'release' && change.isOfCatalog) continue
    if (change.files === null) return changedText(null)
    for (const { language, namespace } of change.files) {
      const file = { language: channel.hasOtherLanguages ? null : language, namespace }
      files.set(`${file.language} ${namespace}`, file)
    }
  }
  if (files.size === 0) return null
  return changedText(files.size > FILES_MAX ? null : [...files.values()])
}

/** `files` null: any of them; `language` null: in any language. */
function changedText(files: readonly Files[] | null): string {
  return `event: changed\ndata: ${JSON.stringify({ files })}\n\n`
}
