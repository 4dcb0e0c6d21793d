import { randomUUID } from 'node:crypto'
import type { Store } from '@dragoman/store'
import {
  type OpenWindow,
  type Place,
  type PresentPerson,
  type PresentWindow,
  presentWindows,
} from './present-windows.ts'

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

const REPEAT_EVERY_MS = 20_000
/** Keeps who is in which project, in memory only. */
export function openPresence({
  store,
  onChange,
  repeatEveryMs = REPEAT_EVERY_MS,
}: PresenceOptions): Presence {
  const self = randomUUID()
  const windows = presentWindows(onChange)
  const { keep, drop } = windows
  /**
   * By project and window: the newest stream of each window here. After a connection broke, the end of the old stream
   * is often noticed later than the new one opens.
   */
  const streams = new Map<string, symbol>()

  const say = (message: Message) => store.broadcast(JSON.stringify(message))
  const sayHere = ({ from: _, order: __, round: ___, ...open }: PresentWindow) =>
    say({ kind: 'here', from: self, open })

  function moveOwn(
    projectId: number,
    { userId, window }: { readonly userId: number; readonly window: string },
    place: Place,
  ): boolean {
    const open = windows.get(projectId, window)
    if (open === undefined || open.from !== self || open.userId !== userId) return false
    sayHere(keep({ ...open, ...place }, self))
    return true
  }

  function sayAll(): void {
    for (const open of windows.all()) if (open.from === self) sayHere(open)
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
    windows.nextRound()
    for (const open of windows.all())
      if (open.from === self) sayHere(open)
      else if (windows.isSilent(open)) drop(open.projectId, open.window, open.from)
  }, repeatEveryMs)
  repeating.unref()

  return {
    enter(open) {
      const id = `${open.projectId} ${open.window}`
      const stream = Symbol(id)
      streams.set(id, stream)
      sayHere(keep({ ...open, language: null, keyId: null }, self))
      return () => {
        if (streams.get(id) !== stream) return
        streams.delete(id)
        if (drop(open.projectId, open.window, self))
          say({ kind: 'gone', from: self, projectId: open.projectId, window: open.window })
      }
    },
    move(projectId, who, place) {
      if (!moveOwn(projectId, who, place)) say({ kind: 'move', from: self, projectId, ...who, place })
    },
    of: windows.peopleIn,
    close() {
      stopHearing()
      clearInterval(repeating)
    },
  }
}
