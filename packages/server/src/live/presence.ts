import { randomUUID } from 'node:crypto'
import type { Store } from '@dragoman/store'

/** Where someone is in a project; null: not at a string, or not in a language. */
export type Place = { readonly language: string | null; readonly keyId: number | null }
export type PresentPerson = { readonly userId: number; readonly name: string } & Place

/** An open window of a member: the browser makes its id up, and it belongs to one person. */
type OpenWindow = {
  readonly projectId: number
  readonly window: string
  readonly userId: number
  readonly name: string
}

/** Messages between the processes of one database. Nothing of this is stored. */
type Message =
  | { readonly kind: 'here'; readonly from: string; readonly open: OpenWindow & Place }
  | { readonly kind: 'gone'; readonly from: string; readonly projectId: number; readonly window: string }
  /** For the process that has the stream of the window. */
  | {
      readonly kind: 'move'
      readonly from: string
      readonly projectId: number
      readonly window: string
      readonly userId: number
      readonly place: Place
    }
  | { readonly kind: 'who'; readonly from: string }

export type Presence = {
  /** A member has opened a project. Returns a function for when its stream ends. */
  readonly enter: (open: OpenWindow) => () => void
  /** Ignored unless the person has such a window. */
  readonly move: (projectId: number, who: { userId: number; window: string }, place: Place) => void
  /** Who is in a project, in any process; the most recent place of each person. */
  readonly of: (projectId: number) => readonly PresentPerson[]
  readonly close: () => void
}

export type PresenceOptions = {
  readonly store: Pick<Store, 'broadcast' | 'onBroadcast'>
  /** Called when `of` would answer differently. */
  readonly onChange: (projectId: number) => void
  /** How often other processes hear of the windows of this one. */
  readonly repeatEveryMs?: number
}

/** People listed of one project: more avatars would not be shown, and each change is sent to all of them. */
const PEOPLE_MAX = 50
const REPEAT_EVERY_MS = 20_000
/** A process that was killed says no good-bye: its windows are forgotten after so many silent rounds. */
const SILENT_ROUNDS = 3

type Known = OpenWindow & Place & { readonly from: string; readonly order: number; readonly round: number }

/** Keeps who is in which project, in memory only. */
export function openPresence({
  store,
  onChange,
  repeatEveryMs = REPEAT_EVERY_MS,
}: PresenceOptions): Presence {
  const self = randomUUID()
  const known = new Map<string, Known>()
  let order = 0
  let round = 0

  const idOf = (projectId: number, window: string) => `${projectId} ${window}`
  const say = (message: Message) => store.broadcast(JSON.stringify(message))
  const sayHere = ({ from: _, order: __, round: ___, ...open }: Known) =>
    say({ kind: 'here', from: self, open })

  function keep(open: OpenWindow & Place, from: string): Known {
    const id = idOf(open.projectId, open.window)
    const before = known.get(id)
    const isSame = before !== undefined && before.language === open.language && before.keyId === open.keyId
    const next = { ...open, from, order: isSame ? before.order : ++order, round }
    known.set(id, next)
    if (!isSame) onChange(open.projectId)
    return next
  }

  function drop(projectId: number, window: string, from: string): boolean {
    const id = idOf(projectId, window)
    if (known.get(id)?.from !== from) return false
    known.delete(id)
    onChange(projectId)
    return true
  }

  function moveOwn(
    projectId: number,
    { userId, window }: { readonly userId: number; readonly window: string },
    place: Place,
  ): boolean {
    const open = known.get(idOf(projectId, window))
    if (open === undefined || open.from !== self || open.userId !== userId) return false
    sayHere(keep({ ...open, ...place }, self))
    return true
  }

  function sayAll(): void {
    for (const open of known.values()) if (open.from === self) sayHere(open)
  }

  function hear(text: string | null): void {
    if (text === null) {
      // No one heard this process, and it heard no one, since the connection broke.
      sayAll()
      say({ kind: 'who', from: self })
      return
    }
    const message = JSON.parse(text) as Message // written by this program, in the other process
    if (message.from === self) return
    switch (message.kind) {
      case 'here':
        keep(message.open, message.from)
        return
      case 'gone':
        drop(message.projectId, message.window, message.from)
        return
      case 'move':
        moveOwn(message.projectId, message, message.place)
        return
      case 'who':
        sayAll()
    }
  }

  const stopHearing = store.onBroadcast(hear)
  say({ kind: 'who', from: self })
  const repeating = setInterval(() => {
    round += 1
    for (const open of [...known.values()])
      if (open.from === self) sayHere(open)
      else if (round - open.round > SILENT_ROUNDS) drop(open.projectId, open.window, open.from)
  }, repeatEveryMs)
  repeating.unref()

  return {
    enter(open) {
      sayHere(keep({ ...open, language: null, keyId: null }, self))
      return () => {
        if (drop(open.projectId, open.window, self))
          say({ kind: 'gone', from: self, projectId: open.projectId, window: open.window })
      }
    },
    move(projectId, who, place) {
      if (!moveOwn(projectId, who, place)) say({ kind: 'move', from: self, projectId, ...who, place })
    },
    of(projectId) {
      const people = new Map<number, PresentPerson>()
      const windows = [...known.values()]
        .filter((open) => open.projectId === projectId)
        .toSorted((one, other) => other.order - one.order)
      for (const { userId, name, language, keyId } of windows)
        if (!people.has(userId) && people.size < PEOPLE_MAX)
          people.set(userId, { userId, name, language, keyId })
      return [...people.values()]
    },
    close() {
      stopHearing()
      clearInterval(repeating)
    },
  }
}
