import type { FollowedChannel } from '../publish/open-publisher.ts'
import type { StaleFiles } from '../publish/stale-files.ts'

/** What is written within this time is sent in one notification. */
const GATHER_MS = 30
/** More files than this are announced as "any". */
const FILES_MAX = 100

type Files = { readonly language: string | null; readonly namespace: string }

/** Passes changes that follow one another quickly on together, and once more after `repeatMs`. */
export function gatherChanges(
  notify: (changes: readonly StaleFiles[]) => void,
  repeatMs: number | undefined,
) {
  let gathered: StaleFiles[] = []
  let timer: NodeJS.Timeout | null = null
  const again = new Set<NodeJS.Timeout>()

  function flush(): void {
    timer = null
    const changes = gathered
    gathered = []
    notify(changes)
    if (repeatMs === undefined) return
    const once = setTimeout(() => {
      again.delete(once)
      notify(changes)
    }, repeatMs)
    again.add(once)
  }

  return {
    add(stale: StaleFiles): void {
      gathered.push(stale)
      timer ??= setTimeout(flush, GATHER_MS)
    },
    close(): void {
      if (timer !== null) clearTimeout(timer)
      for (const once of again) clearTimeout(once)
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
