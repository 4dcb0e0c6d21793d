/** What a process has found in a copy, so that it does not look again. */
export type KnownContents = {
  readonly commits: Set<string>
  /** With their sizes in bytes; null: not measured. */
  readonly blobs: Map<string, number | null>
  /** The copy that this belongs to; null if there is none. */
  readonly copy: () => string | null
  /** Forgets what is known if it belongs to another copy. */
  readonly isOf: (copy: string) => void
  readonly forget: () => void
}

export function openKnownContents(): KnownContents {
  const [commits, blobs] = [new Set<string>(), new Map<string, number | null>()]
  let current: string | null = null
  const forget = () => {
    current = null
    commits.clear()
    blobs.clear()
  }
  return {
    commits,
    blobs,
    copy: () => current,
    isOf(copy) {
      if (current !== null && current !== copy) forget()
      current = copy
    },
    forget,
  }
}
