import type { TranslationReply } from '@dragoman/contract'
import { sameForms } from '@dragoman/core'
import { createStore, type ReadableStore } from '../store.ts'
import type { DraftStorage } from './draft-store.ts'
import { createPendingSaveStore, type ForeignSave, type PendingSaveStore } from './pending-save-store.ts'
import {
  type NewSave,
  nextSave,
  type PendingSave,
  type SaveQueue,
  untilNextMs,
  withBase,
  withoutDelays,
  withoutDone,
  withoutSave,
  withRetry,
  withSave,
  withSending,
  withWaiting,
} from './save-queue.ts'

/**
 * How a save ended: done (`operationId` if this call did it), someone else was first, refused permanently, failed to
 * reach the server (and is retried), or arrived without a session (and waits until its author signs in).
 */
export type SaveOutcome =
  | { readonly kind: 'done'; readonly translation: TranslationReply; readonly operationId?: number }
  | { readonly kind: 'stale'; readonly current: TranslationReply }
  | { readonly kind: 'refused'; readonly error: unknown; readonly code: string }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'signed-out' }

/** Every end after which the save is not sent again. */
export type FinalOutcome = Exclude<SaveOutcome, { kind: 'unreachable' | 'signed-out' }>

export type SaverParts = {
  readonly storage: DraftStorage
  /** Id of this window, which does not send saves of others. */
  readonly owner: string
  readonly send: (save: PendingSave) => Promise<SaveOutcome>
  readonly onEnd: (save: PendingSave, outcome: FinalOutcome) => void
}

export type Saver = {
  /** Nothing is sent before this call. */
  readonly start: () => void
  /** Sends pending saves again after the session had ended. Returns false if it had not. */
  readonly resume: () => boolean
  /** Whether the session has ended. */
  readonly isSignedOut: () => boolean
  readonly queue: ReadableStore<SaveQueue>
  readonly save: (save: NewSave) => void
  /** Sends waiting saves, because the connection is back or the person requested it. */
  readonly sendNow: () => void
  /** Saves of other windows, which send them. */
  readonly foreign: () => readonly ForeignSave[]
  /** Takes over and sends the saves of closed windows. */
  readonly adopt: (saves: readonly ForeignSave[]) => void
  /** Pending saves that could not be stored. */
  readonly unstored: () => readonly PendingSave[]
  readonly storeAgain: () => void
  /** Another window has changed the storage. */
  readonly forget: () => void
  /** Sends the saves of a project to its new URL name. */
  readonly renameProject: (from: string, to: string) => void
}

/** Whether the newer version has the text that the save is based on: its author has seen what it replaces. */
function isSeen({ base, baseVersion }: PendingSave, outcome: SaveOutcome): boolean {
  if (outcome.kind !== 'stale') return false
  return outcome.current.version > baseVersion && sameForms(outcome.current.forms, base)
}

function isNotFound(outcome: SaveOutcome): boolean {
  return outcome.kind === 'refused' && outcome.code === 'not-found'
}

/** Returns the queue after a save was sent: the save leaves it, or is sent again. */
function queueAfter(queue: SaveQueue, save: PendingSave, outcome: SaveOutcome): SaveQueue {
  switch (outcome.kind) {
    case 'done':
      return withoutDone(queue, save, outcome.translation)
    case 'unreachable':
      return withRetry(queue, save.id, Date.now())
    case 'signed-out':
      return withWaiting(queue, save.id)
    case 'stale':
      return isSeen(save, outcome) ? withBase(queue, save.id, outcome.current) : withoutSave(queue, save)
    case 'refused':
      return withoutSave(queue, save)
    default:
      return outcome satisfies never
  }
}

/**
 * Sends saves in order, never two of one string in parallel, and keeps them in the browser's storage until
 * they are confirmed.
 */
export function createSaver({ storage, owner, send, onEnd }: SaverParts): Saver {
  const kept: PendingSaveStore = createPendingSaveStore(storage, owner)
  const queue = createStore(kept.own())
  let isStarted = false
  let isSignedOut = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(next: SaveQueue): void {
    kept.sync(queue.get(), next)
    queue.set(next)
  }

  function pump(): void {
    if (!isStarted || isSignedOut) return
    clearTimeout(timer)
    // While this page was suspended, another window might have taken over its saves
    if (queue.get().some((save) => save.status === 'waiting' && kept.isTaken(save.id))) {
      set(queue.get().filter((save) => save.status !== 'waiting' || !kept.isTaken(save.id)))
    }
    for (
      let save = nextSave(queue.get(), Date.now());
      save !== null;
      save = nextSave(queue.get(), Date.now())
    ) {
      set(withSending(queue.get(), save.id))
      void run(save)
    }
    const wait = untilNextMs(queue.get(), Date.now())
    if (wait !== null) timer = setTimeout(pump, wait)
  }

  async function run(save: PendingSave): Promise<void> {
    const outcome = await send(save)
    const project = queue.get().find(({ id }) => id === save.id)?.project ?? save.project
    if (project === save.project) end(save, outcome)
    // It was sent to the earlier URL name of its project, which the server might not have known any more.
    else end({ ...save, project }, isNotFound(outcome) ? { kind: 'unreachable' } : outcome)
    pump()
  }

  function end(save: PendingSave, outcome: SaveOutcome): void {
    // The server would refuse the others for the same reason.
    if (outcome.kind === 'signed-out') isSignedOut = true
    else if (outcome.kind !== 'unreachable' && !isSeen(save, outcome)) onEnd(save, outcome)
    set(queueAfter(queue.get(), save, outcome))
  }

  function sendNow(): void {
    set(withoutDelays(queue.get()))
    pump()
  }

  return {
    start: () => {
      if (isStarted) return
      isStarted = true
      // The person's own saves are known only now.
      kept.forget()
      queue.set(kept.own())
      sendNow()
    },
    resume: () => {
      if (!isSignedOut) return false
      isSignedOut = false
      sendNow()
      return true
    },
    isSignedOut: () => isSignedOut,
    queue,
    save: (save) => {
      set(withSave(queue.get(), save))
      pump()
    },
    sendNow,
    foreign: kept.foreign,
    adopt: (saves) => {
      const adopted = saves.flatMap((one) => kept.adopt(one) ?? [])
      if (adopted.length === 0) return
      queue.set([...adopted, ...queue.get()].toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)))
      pump()
    },
    unstored: () => queue.get().filter((save) => kept.unstored().includes(save.id)),
    storeAgain: () => kept.storeAgain(queue.get()),
    forget: kept.forget,
    renameProject: (from, to) =>
      set(queue.get().map((save) => (save.project === from ? { ...save, project: to } : save))),
  }
}
