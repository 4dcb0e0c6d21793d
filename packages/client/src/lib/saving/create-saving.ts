import { addressText, type StringAddress, sameAddress } from '../server/string-address.ts'
import { createEmitter, type ReadableStore } from '../store.ts'
import { type CommentDrafts, createCommentDrafts } from './comment-drafts.ts'
import {
  createDraftStore,
  type Draft,
  type DraftStorage,
  type DraftStore,
  type StoredDraft,
} from './draft-store.ts'
import { otherWindows, type WindowChannel } from './other-windows.ts'
import { personalStorage } from './personal-storage.ts'
import { isSourceOf, type PendingSave } from './save-queue.ts'
import { createSaver, type FinalOutcome, type SaveOutcome, type Saver } from './saver.ts'
import { createWindowDrafts, type WindowDrafts } from './window-drafts.ts'
import type { WindowLocks } from './window-locks.ts'

/** How often this window tries again to store what is in its memory only, in milliseconds. */
const STORE_AGAIN_MS = 5000

export type SaveEnd = {
  readonly save: PendingSave
  readonly outcome: FinalOutcome
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
  /** The session has ended: the saves wait until their author signs in again. */
  readonly isSignedOut: boolean
  /** The string that is being edited in this window. */
  readonly typing: StringAddress | null
}

/**
 * Everything typed that is not on the server yet: drafts and pending saves, in one place that outlives the
 * screens.
 */
export type Saving = Pick<WindowDrafts, 'drafts' | 'rebaseOnServer' | 'stopTyping'> & {
  /**
   * Called when someone is signed in, with the id of the person: sends what an earlier page could not. Until then
   * nothing is sent, because the server would refuse it. Repeated calls have no effect, unless the session had ended
   * meanwhile: pending saves are sent then. Null: a visitor, whose texts are not sent. Returns false if another person was
   * signed in before: this page has their texts in its memory.
   */
  readonly start: (person: string | null) => boolean
  readonly saver: Saver
  /** Comments that were typed and not sent. */
  readonly comments: CommentDrafts
  readonly subscribe: (listener: () => void) => () => void
  readonly onEnd: (listener: (end: SaveEnd) => void) => () => void
  readonly unsaved: ReadableStore<Unsaved>
  /** Whether a text is in the memory of this window only. */
  readonly hasStorageFailed: () => boolean
  /** Moves everything typed in a project to its new URL name. */
  readonly renameProject: (from: string, to: string) => void
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
export function createSaving({ channel, locks, windowId, send, ...parts }: SavingParts): Saving {
  const { storage, open, nameOf } = personalStorage(parts.storage)
  const kept = createDraftStore(storage)
  const comments = createCommentDrafts(storage)
  const changes = createEmitter()
  const ends = createEmitter<[SaveEnd]>()
  const unsaved = remembered(() =>
    unsavedOf({ kept, own, saver, unstored: ownUnstored() + windows.unstored() }),
  )
  let startedFor: string | null = null
  const noteUnstored = unstoredWatch({ onCount: () => windows.post(), onRetry: storeAgain })

  function changed(): void {
    unsaved.forget()
    noteUnstored(ownUnstored())
    changes.emit()
  }

  locks?.hold(windowId)
  const own = createWindowDrafts(kept, { onChange: changed, onRoom: storeAgain })
  const saver = saverWithDrafts({ storage, windowId, send }, { kept, own, onEnd: ends.emit })
  const here = { id: windowId, ownUnstored, onChange: changed, onSignIn: saver.resume }
  const windows = otherWindows({ channel, locks, ...here })

  function storeAgain(): void {
    kept.storeAgain()
    saver.storeAgain()
    changed()
  }

  /** Counts strings, not texts: one that is both edited and being sent counts once. */
  function ownUnstored(): number {
    return new Set([...kept.unstored(), ...saver.unstored()].map(addressText)).size
  }

  function start(person: string | null): boolean {
    if (startedFor !== null || person === null) {
      if (startedFor !== person) return false
      // The others can send theirs too, also if only theirs were refused.
      if (person !== null && (saver.resume() || saver.foreign().length > 0)) windows.ask()
      return true
    }
    startedFor = person
    open(person)
    kept.forget(null)
    comments.renameOld()
    comments.forget(null)
    saver.start()
    windows.ask()
    // Without locks, all of them are taken over now: sending a save twice does no harm.
    if (locks === null) saver.adopt(saver.foreign())
    else awaitOwners()
    changed()
    return true
  }

  saver.queue.subscribe(() => {
    kept.storeAgain() // a finished save has made room
    changed()
  })
  const awaitOwners = adoptWhenClosed(saver, locks)

  return {
    start,
    saver,
    comments,
    ...own,
    unsaved: { get: unsaved.get, subscribe: changes.subscribe },
    subscribe: changes.subscribe,
    onEnd: ends.subscribe,
    hasStorageFailed: () => ownUnstored() > 0,
    renameProject: (from, to) => {
      own.stopTyping()
      moveDrafts(kept, { from, to })
      saver.renameProject(from, to)
      changed()
    },
    connectionChanged: (isOnline) => {
      if (isOnline) saver.sendNow()
      changed()
    },
    storageChanged: (entry) => {
      const name = nameOf(entry)
      if (name === undefined) return
      kept.forget(name)
      comments.forget(name)
      saver.forget()
      if (startedFor !== null) awaitOwners()
      changed()
    },
  }
}

/** Returns a value that is read once, until it is forgotten. */
function remembered<T>(read: () => T): { readonly get: () => T; readonly forget: () => void } {
  let known: { readonly value: T } | null = null
  return {
    get: () => {
      known ??= { value: read() }
      return known.value
    },
    forget: () => {
      known = null
    },
  }
}

type UnsavedParts = {
  readonly kept: DraftStore
  readonly own: WindowDrafts
  readonly saver: Saver
  readonly unstored: number
}

function unsavedOf({ kept, own, saver, unstored }: UnsavedParts): Unsaved {
  const saves = [...saver.foreign().map(({ save }) => save), ...saver.queue.get()]
  return { saves, drafts: kept.list(), unstored, isSignedOut: saver.isSignedOut(), typing: own.typing() }
}

/** Moves the drafts of a project to its new URL name, where the later one of two is kept. */
function moveDrafts(kept: DraftStore, { from, to }: { readonly from: string; readonly to: string }): void {
  for (const { draft, ...address } of kept.list()) {
    if (address.project !== from) continue
    const moved = { ...address, project: to }
    // Its save was refused only because the project has no such name any more.
    const failure = draft.failure === 'not-found' ? null : draft.failure
    if ((kept.read(moved)?.at ?? 0) <= draft.at) kept.write(moved, { ...draft, failure })
    kept.discard(address)
  }
}

type DraftsOfSaver = {
  readonly kept: DraftStore
  readonly own: WindowDrafts
  readonly onEnd: (end: SaveEnd) => void
}

/** Creates the saver. A save that failed becomes a draft. */
function saverWithDrafts(
  { storage, windowId, send }: Pick<SavingParts, 'storage' | 'windowId' | 'send'>,
  { kept, own, onEnd }: DraftsOfSaver,
): Saver {
  const saver = createSaver({
    storage,
    owner: windowId,
    send,
    onEnd: (save, outcome) => {
      // If a later save of the same string is pending, that one has the latest text
      const isLatest = saver.queue.get().findLast((other) => sameAddress(other, save))?.id === save.id
      endSource(kept, save, { outcome, isLatest })
      if (outcome.kind !== 'done' && isLatest) kept.write(save, draftOf(save, outcome, kept.read(save)))
      // Words that the server has already are no draft
      if (outcome.kind === 'done') own.rebaseOnServer(save, outcome.translation)
      else if (outcome.kind === 'stale') own.rebaseOnServer(save, outcome.current)
      onEnd({ save, outcome })
    },
  })
  return saver
}

/**
 * Notes in drafts for which source text they are, once the person's own change of it has ended. If a later change of it
 * is pending, they are for that one.
 */
function endSource(
  kept: DraftStore,
  source: PendingSave,
  { outcome, isLatest }: { readonly outcome: FinalOutcome; readonly isLatest: boolean },
): void {
  for (const { draft, ...address } of kept.list()) {
    if (!isSourceOf(source, { ...address, madeWith: draft.madeWith })) continue
    const sourceVersion = outcome.kind === 'done' ? outcome.translation.version : draft.sourceVersion
    kept.write(address, { ...draft, sourceVersion, madeWith: isLatest ? undefined : draft.madeWith })
  }
}

type UnstoredWatch = { readonly onCount: () => void; readonly onRetry: () => void }

/** Returns a function to call with the number of texts in memory only: while there are any, it retries. */
function unstoredWatch({ onCount, onRetry }: UnstoredWatch): (count: number) => void {
  let counted = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return (count) => {
    const isOther = count !== counted
    counted = count
    if (isOther) onCount()
    clearTimeout(timer)
    if (count > 0) timer = setTimeout(onRetry, STORE_AGAIN_MS)
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
  outcome: Exclude<SaveEnd['outcome'], { kind: 'done' }>,
  typed: Draft | null,
): Draft {
  const at = save.at ?? Date.now()
  const isTypedSince = typed !== null && typed.at >= at
  return {
    forms: isTypedSince ? typed.forms : save.forms,
    base: save.base,
    baseVersion: save.baseVersion,
    sourceVersion: isTypedSince ? typed.sourceVersion : save.sourceVersion,
    madeWith: isTypedSince ? typed.madeWith : save.madeWith,
    at: isTypedSince ? typed.at : at,
    failure: outcome.kind === 'stale' ? 'stale-edit' : outcome.code,
    keyName: save.keyName ?? typed?.keyName,
  }
}
