import type { TranslationReply } from '@dragoman/contract'
import { addressText, type StringAddress, sameAddress } from '../server/string-address.ts'
import { createEmitter, type ReadableStore } from '../store.ts'
import {
  createDraftStore,
  type Draft,
  type DraftStorage,
  type DraftStore,
  isOvertaken,
  rebaseDraft,
  type StoredDraft,
} from './draft-store.ts'
import { otherWindows, type WindowChannel } from './other-windows.ts'
import type { PendingSave } from './save-queue.ts'
import { createSaver, type SaveOutcome, type Saver } from './saver.ts'

export type SaveEnd = {
  readonly save: PendingSave
  readonly outcome: Exclude<SaveOutcome, { kind: 'unreachable' }>
}

/** A save that is not answered yet, of this window or another. */
export type WaitingSave = StringAddress & {
  readonly id: string
  readonly attempts: number
  readonly keyName?: string | undefined
}

/** All that is typed in this browser and not on the server yet. The same object until something changes. */
export type Unsaved = {
  readonly saves: readonly WaitingSave[]
  readonly drafts: readonly StoredDraft[]
  /** Texts that only live in the memory of a window, of this one or another. */
  readonly unstored: number
  /** The string that is being typed into in this window. */
  readonly typing: StringAddress | null
}

/**
 * Everything typed and not yet on the server: drafts and pending saves, in one place that outlives the
 * screens.
 */
export type Saving = {
  /**
   * Somebody is signed in: sends what an earlier page could not get out. Until then nothing is sent, since
   * the server would refuse it. Calling it again changes nothing.
   */
  readonly start: () => void
  readonly saver: Saver
  readonly drafts: DraftStore
  readonly subscribe: (listener: () => void) => () => void
  readonly onEnd: (listener: (end: SaveEnd) => void) => () => void
  readonly unsaved: ReadableStore<Unsaved>
  /** True when a text lives in the memory of this window only. */
  readonly hasStorageFailed: () => boolean
  /** Tells what the server now says about a string, so that its draft can move on to it. */
  readonly rebaseOnServer: (address: StringAddress, current: TranslationReply) => void
  /** The caret has left the text that was typed into. */
  readonly stopTyping: () => void
  /** Something outside has changed: the connection is back or gone. */
  readonly connectionChanged: (isOnline: boolean) => void
  /** Another window has changed an entry of the storage; null: all of it. */
  readonly storageChanged: (entry: string | null) => void
  /**
   * Stores what the device refused before, and takes over saves whose window has ended. Called at the start
   * and every few seconds.
   */
  readonly lookAfter: () => Promise<void>
  readonly leave: () => void
}

export type SavingParts = {
  readonly storage: DraftStorage
  readonly channel: WindowChannel
  readonly windowId: string
  readonly send: (save: PendingSave) => Promise<SaveOutcome>
}

/** Drafts and saves of one window, beside those of the others. */
export function createSaving({ storage, channel, windowId, send }: SavingParts): Saving {
  const kept = createDraftStore(storage)
  const changes = createEmitter()
  const ends = createEmitter<[SaveEnd]>()
  const serverSays = new Map<
    string,
    { readonly forms: TranslationReply['forms']; readonly version: number }
  >()
  let typing: StringAddress | null = null
  let known: Unsaved | null = null
  let toldUnstored = 0

  function changed(): void {
    known = null
    const own = ownUnstored()
    if (own !== toldUnstored) {
      toldUnstored = own
      windows.tell()
    }
    changes.emit()
  }

  const windows = otherWindows({ channel, id: windowId, ownUnstored, onChange: () => changed() })

  /** Strings, not texts: one that is typed and sent counts once. */
  function ownUnstored(): number {
    return new Set([...kept.unstored(), ...saver.unstored()].map(addressText)).size
  }

  /**
   * The draft with or without the note that somebody else saved meanwhile; the note is stored, so that it
   * outlives the page.
   */
  function withNote(address: StringAddress, draft: Draft): Draft {
    if (draft.failure !== null && draft.failure !== 'stale-edit') return draft
    const current = serverSays.get(addressText(address))
    const before = kept.read(address)
    const wasOvertaken = before?.failure === 'stale-edit' && before.baseVersion === draft.baseVersion
    const isStale =
      current === undefined ? wasOvertaken || draft.failure !== null : isOvertaken(draft, current)
    const failure = isStale ? 'stale-edit' : null
    return draft.failure === failure ? draft : { ...draft, failure }
  }

  const drafts: DraftStore = {
    ...kept,
    write: (address, draft) => {
      const keyName = draft.keyName ?? kept.read(address)?.keyName
      const isKept = kept.write(address, withNote(address, { ...draft, keyName }))
      if (draft.failure === null) typing = address
      changed()
      return isKept
    },
    discard: (address) => {
      kept.discard(address)
      serverSays.delete(addressText(address))
      if (typing !== null && sameAddress(typing, address)) typing = null
      // There may be room now for what was refused
      kept.storeAgain()
      saver.storeAgain()
      changed()
    },
  }

  const rebaseOnServer = (address: StringAddress, current: TranslationReply) => {
    // What another window has typed later and stored meanwhile must not be written over
    if (kept.isUnstored(address)) kept.storeAgain()
    const draft = kept.read(address)
    if (draft === null) return
    // An answer that was on its way for long is no news
    if ((serverSays.get(addressText(address))?.version ?? 0) > current.version) return
    serverSays.set(addressText(address), { forms: current.forms, version: current.version })
    const rebased = rebaseDraft(draft, current)
    if (rebased === null) return drafts.discard(address)
    const noted = withNote(address, rebased)
    if (noted === draft) return
    kept.write(address, noted)
    changed()
  }

  const saver = createSaver({
    storage,
    owner: windowId,
    send,
    onEnd: (save, outcome) => {
      if (outcome.kind === 'done') rebaseOnServer(save, outcome.translation)
      else if (saver.queue.get().findLast((other) => sameAddress(other, save))?.id === save.id) {
        // Where a later save of the same string waits, that one holds what was typed last
        const failure = outcome.kind === 'stale' ? 'stale-edit' : outcome.code
        kept.write(save, draftOf(save, { typed: kept.read(save), failure }))
      }
      ends.emit({ save, outcome })
    },
  })
  saver.queue.subscribe(() => {
    kept.storeAgain() // a save that has ended has made room
    changed()
  })

  function unsaved(): Unsaved {
    known ??= {
      saves: [...saver.foreign().map(({ save }) => save), ...saver.queue.get()],
      drafts: kept.list(),
      unstored: ownUnstored() + windows.unstored(),
      typing,
    }
    return known
  }

  return {
    start: saver.start,
    saver,
    drafts,
    unsaved: { get: unsaved, subscribe: changes.subscribe },
    rebaseOnServer,
    subscribe: changes.subscribe,
    onEnd: ends.subscribe,
    hasStorageFailed: () => ownUnstored() > 0,
    stopTyping: () => {
      if (typing === null) return
      typing = null
      changed()
    },
    connectionChanged: (isOnline) => {
      if (isOnline) saver.sendNow()
      changed()
    },
    storageChanged: (entry) => {
      kept.forget(entry)
      saver.forget()
      changed()
    },
    lookAfter: async () => {
      if (ownUnstored() > 0) {
        kept.storeAgain()
        saver.storeAgain()
        changed()
      }
      const asked = saver.foreign()
      const alive = await windows.ask()
      saver.adopt(asked.filter(({ owner }) => !alive.has(owner)))
    },
    leave: windows.leave,
  }
}

/** A save that came back, as a draft again. What was typed after it stays, on the base of the save. */
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
