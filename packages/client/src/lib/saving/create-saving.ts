import { addressText, type StringAddress, sameAddress } from '../server/string-address.ts'
import { createEmitter, type ReadableStore } from '../store.ts'
import { createDraftStore, type Draft, type DraftStorage, type StoredDraft } from './draft-store.ts'
import { otherWindows, type WindowChannel } from './other-windows.ts'
import type { PendingSave } from './save-queue.ts'
import { createSaver, type SaveOutcome, type Saver } from './saver.ts'
import { createWindowDrafts, type WindowDrafts } from './window-drafts.ts'
import type { WindowLocks } from './window-locks.ts'

/** How often this window tries again to store what is in its memory only, in milliseconds. */
const STORE_AGAIN_MS = 5000

export type SaveEnd = {
  readonly save: PendingSave
  readonly outcome: Exclude<SaveOutcome, { kind: 'unreachable' }>
}

/** A save of this window or another one that has not been confirmed yet. */
export type WaitingSave = StringAddress & {
  readonly id: string
  readonly attempts: number
  readonly keyName?: string | undefined
}

/**
 * Everything typed in this browser that is not on the server yet. The same object until something changes.
 */
export type Unsaved = {
  readonly saves: readonly WaitingSave[]
  readonly drafts: readonly StoredDraft[]
  /** Number of texts that are only in the memory of this window or another one. */
  readonly unstored: number
  /** The string that is being edited in this window. */
  readonly typing: StringAddress | null
}

/**
 * Everything typed that is not on the server yet: drafts and pending saves, in one place that outlives the
 * screens.
 */
export type Saving = Pick<WindowDrafts, 'drafts' | 'rebaseOnServer' | 'stopTyping'> & {
  /**
   * Called when someone is signed in: sends what an earlier page could not. Until then nothing is sent,
   * because the server would refuse it. Repeated calls have no effect.
   */
  readonly start: () => void
  readonly saver: Saver
  readonly subscribe: (listener: () => void) => () => void
  readonly onEnd: (listener: (end: SaveEnd) => void) => () => void
  readonly unsaved: ReadableStore<Unsaved>
  /** Whether a text is in the memory of this window only. */
  readonly hasStorageFailed: () => boolean
  /** The connection was restored or lost. */
  readonly connectionChanged: (isOnline: boolean) => void
  /** Another window has changed an entry of the storage; null: all of it. */
  readonly storageChanged: (entry: string | null) => void
}

export type SavingParts = {
  readonly storage: DraftStorage
  readonly channel: WindowChannel
  /** Null: this browser cannot tell which windows are open. */
  readonly locks: WindowLocks | null
  readonly windowId: string
  readonly send: (save: PendingSave) => Promise<SaveOutcome>
}

/** Creates the drafts and saves of one window, which coexist with those of other windows. */
export function createSaving({ storage, channel, locks, windowId, send }: SavingParts): Saving {
  const kept = createDraftStore(storage)
  const changes = createEmitter()
  const ends = createEmitter<[SaveEnd]>()
  let known: Unsaved | null = null
  let postedUnstored = 0
  let isStarted = false
  let storeTimer: ReturnType<typeof setTimeout> | undefined

  function changed(): void {
    known = null
    const own = ownUnstored()
    if (own !== postedUnstored) {
      postedUnstored = own
      windows.post()
    }
    clearTimeout(storeTimer)
    if (own > 0) storeTimer = setTimeout(storeAgain, STORE_AGAIN_MS)
    changes.emit()
  }

  locks?.hold(windowId)
  const windows = otherWindows({ channel, locks, id: windowId, ownUnstored, onChange: changed })

  function storeAgain(): void {
    kept.storeAgain()
    saver.storeAgain()
    changed()
  }

  /** Counts strings, not texts: one that is both edited and being sent counts once. */
  function ownUnstored(): number {
    return new Set([...kept.unstored(), ...saver.unstored()].map(addressText)).size
  }

  const { drafts, rebaseOnServer, typing, stopTyping } = createWindowDrafts(kept, {
    onChange: changed,
    onRoom: storeAgain,
  })
  const saver = createSaver({
    storage,
    owner: windowId,
    send,
    onEnd: (save, outcome) => {
      if (outcome.kind === 'done') rebaseOnServer(save, outcome.translation)
      else if (saver.queue.get().findLast((other) => sameAddress(other, save))?.id === save.id) {
        // If a later save of the same string is pending, that one has the latest text
        const failure = outcome.kind === 'stale' ? 'stale-edit' : outcome.code
        kept.write(save, draftOf(save, { typed: kept.read(save), failure }))
      }
      ends.emit({ save, outcome })
    },
  })
  saver.queue.subscribe(() => {
    kept.storeAgain() // a finished save has made room
    changed()
  })
  const awaitOwners = adoptWhenClosed(saver, locks)

  function unsaved(): Unsaved {
    known ??= {
      saves: [...saver.foreign().map(({ save }) => save), ...saver.queue.get()],
      drafts: kept.list(),
      unstored: ownUnstored() + windows.unstored(),
      typing: typing(),
    }
    return known
  }

  return {
    start: () => {
      if (isStarted) return
      isStarted = true
      saver.start()
      windows.ask()
      // Without locks, all of them are taken over now: sending a save twice does no harm.
      if (locks === null) saver.adopt(saver.foreign())
      else awaitOwners()
    },
    saver,
    drafts,
    unsaved: { get: unsaved, subscribe: changes.subscribe },
    rebaseOnServer,
    subscribe: changes.subscribe,
    onEnd: ends.subscribe,
    hasStorageFailed: () => ownUnstored() > 0,
    stopTyping,
    connectionChanged: (isOnline) => {
      if (isOnline) saver.sendNow()
      changed()
    },
    storageChanged: (entry) => {
      kept.forget(entry)
      saver.forget()
      if (isStarted) awaitOwners()
      changed()
    },
  }
}

/** Returns a function that takes over the saves of each other window when it has closed. */
function adoptWhenClosed(saver: Saver, locks: WindowLocks | null): () => void {
  const awaited = new Set<string>()
  return () => {
    for (const { owner } of saver.foreign()) {
      if (awaited.has(owner)) continue
      awaited.add(owner)
      void locks?.closed(owner).then(() => {
        awaited.delete(owner)
        saver.adopt(saver.foreign().filter((one) => one.owner === owner))
      })
    }
  }
}

/** Returns a failed save as a draft. What was typed after it is kept, with the base of the save. */
function draftOf(
  save: PendingSave,
  { typed, failure }: { readonly typed: Draft | null; readonly failure: string },
): Draft {
  const at = save.at ?? Date.now()
  const isTypedSince = typed !== null && typed.at >= at
  return {
    forms: isTypedSince ? typed.forms : save.forms,
    base: save.base,
    baseVersion: save.baseVersion,
    at: isTypedSince ? typed.at : at,
    failure,
    keyName: save.keyName ?? typed?.keyName,
  }
}
