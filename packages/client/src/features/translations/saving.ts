import type { TranslationReply } from '@dragoman/contract'
import { deviceStorage } from './device-storage.ts'
import { type Draft, type KeptDrafts, keptDrafts, rebaseDraft } from './kept-drafts.ts'
import type { PendingSave, SaveQueue } from './save-queue.ts'
import { createSaver, type SaveOutcome, type Saver } from './saver.ts'
import { sendSave } from './send-save.ts'
import type { StringAddress } from './string-address.ts'

export type SaveEnd = { readonly save: PendingSave; readonly outcome: Exclude<SaveOutcome, { kind: 'unreachable' }> }

/** Everything typed on this page and not yet on the server: drafts and pending saves, in one place that outlives the screens. */
export type Saving = {
  readonly saver: Saver
  readonly drafts: KeptDrafts
  readonly subscribe: (listener: () => void) => () => void
  readonly onEnd: (listener: (end: SaveEnd) => void) => () => void
  readonly isUnkept: () => boolean
  /** Tells what the server now says about a string, so that its draft can move on to it. */
  readonly meet: (address: StringAddress, current: TranslationReply) => void
}

let started: Saving | undefined

/** The one of this page; starts with what an earlier page could not get out. */
export function saving(): Saving {
  started ??= startSaving()
  return started
}

function startSaving(): Saving {
  const storage = deviceStorage()
  const kept = keptDrafts(storage)
  const listeners = new Set<() => void>()
  const endListeners = new Set<(end: SaveEnd) => void>()
  let isDraftUnkept = false
  const changed = () => {
    for (const listener of listeners) listener()
  }

  const drafts: KeptDrafts = {
    ...kept,
    write: (address, draft) => {
      const isKept = kept.write(address, draft)
      isDraftUnkept = !isKept
      changed()
      return isKept
    },
    discard: (address) => {
      kept.discard(address)
      isDraftUnkept = false
      changed()
    },
  }

  const meet = (address: StringAddress, current: TranslationReply) => {
    const draft = drafts.read(address)
    if (draft === null) return
    const rebased = rebaseDraft(draft, current)
    if (rebased === null) drafts.discard(address)
    else if (rebased !== draft) drafts.write(address, rebased)
  }

  const saver = createSaver({
    storage,
    send: sendSave,
    onEnd: (save, outcome) => {
      if (outcome.kind === 'done') meet(save, outcome.translation)
      else
        drafts.write(
          save,
          draftOf(save, { typedSince: drafts.read(save), failure: outcome.kind === 'stale' ? 'stale-edit' : outcome.code }),
        )
      for (const listener of endListeners) listener({ save, outcome })
    },
  })
  saver.subscribe(changed)
  window.addEventListener('online', () => {
    saver.sendNow()
    changed()
  })
  window.addEventListener('offline', changed)
  window.addEventListener('storage', (event) => {
    if (event.key !== null) kept.forget(event.key)
    changed()
  })
  if (saver.queue().length > 0) saver.sendNow()

  return {
    saver,
    drafts,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onEnd: (listener) => {
      endListeners.add(listener)
      return () => endListeners.delete(listener)
    },
    isUnkept: () => isDraftUnkept || saver.isUnkept(),
    meet,
  }
}

/** A save that came back, as a draft again. What was typed since then holds its text already and stays, on the base of the save. */
function draftOf(save: PendingSave, { typedSince, failure }: { readonly typedSince: Draft | null; readonly failure: string }): Draft {
  return { forms: typedSince?.forms ?? save.forms, base: save.base, baseVersion: save.baseVersion, at: Date.now(), failure }
}

/** The save of a string that is waiting or on its way, the newest. */
export function pendingFor(queue: SaveQueue, address: StringAddress): PendingSave | null {
  return (
    queue.findLast((save) => save.keyId === address.keyId && save.language === address.language && save.project === address.project) ?? null
  )
}
