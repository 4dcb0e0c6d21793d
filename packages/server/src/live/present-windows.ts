/** Where someone is in a project; null: not at a string, or not in a language. */
export type Place = { readonly language: string | null; readonly keyId: number | null }
export type PresentPerson = { readonly userId: number; readonly name: string } & Place

/** An open window of a member: the browser makes its id up, and it belongs to one person. */
export type OpenWindow = {
  readonly projectId: number
  readonly window: string
  readonly userId: number
  readonly name: string
}

export type PresentWindow = OpenWindow &
  Place & { readonly from: string; readonly order: number; readonly round: number }

/** The open windows that a process knows of: its own, and those of which it has heard lately. */
export type PresentWindows = {
  /** Notes where a window is. `from` is the process that has its stream. */
  readonly keep: (open: OpenWindow & Place, from: string) => PresentWindow
  /** Forgets a window; false if it is not one of that process. */
  readonly drop: (projectId: number, window: string, from: string) => boolean
  readonly get: (projectId: number, window: string) => PresentWindow | undefined
  readonly all: () => readonly PresentWindow[]
  readonly nextRound: () => void
  /** Whether nothing was heard of a window for several rounds. */
  readonly isSilent: (open: PresentWindow) => boolean
  /** Who is in a project; the most recent place of each person. */
  readonly peopleIn: (projectId: number) => readonly PresentPerson[]
}

/** People listed of one project: more avatars would not be shown, and each change is sent to all of them. */
const PEOPLE_MAX = 50
/** A process that was killed says no good-bye: its windows are forgotten after so many silent rounds. */
const SILENT_ROUNDS = 3

/** `onChange` is called when `peopleIn` would answer differently. */
export function presentWindows(onChange: (projectId: number) => void): PresentWindows {
  const known = new Map<string, PresentWindow>()
  let order = 0
  let round = 0
  const idOf = (projectId: number, window: string) => `${projectId} ${window}`

  return {
    keep(open, from) {
      const id = idOf(open.projectId, open.window)
      const before = known.get(id)
      const isSame = before !== undefined && before.language === open.language && before.keyId === open.keyId
      const next = { ...open, from, order: isSame ? before.order : ++order, round }
      known.set(id, next)
      if (!isSame) onChange(open.projectId)
      return next
    },
    drop(projectId, window, from) {
      const id = idOf(projectId, window)
      if (known.get(id)?.from !== from) return false
      known.delete(id)
      onChange(projectId)
      return true
    },
    get: (projectId, window) => known.get(idOf(projectId, window)),
    all: () => [...known.values()],
    nextRound() {
      round += 1
    },
    isSilent: (open) => round - open.round > SILENT_ROUNDS,
    peopleIn(projectId) {
      const people = new Map<number, PresentPerson>()
      const windows = [...known.values()]
        .filter((open) => open.projectId === projectId)
        .toSorted((one, other) => other.order - one.order)
      for (const { userId, name, language, keyId } of windows)
        if (!people.has(userId) && people.size < PEOPLE_MAX)
          people.set(userId, { userId, name, language, keyId })
      return [...people.values()]
    },
  }
}
