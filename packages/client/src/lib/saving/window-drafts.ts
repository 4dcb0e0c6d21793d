import type { TranslationReply } from '@dragoman/contract'
import { addressText, type StringAddress, sameAddress } from '../server/string-address.ts'
import { type Draft, type DraftStore, isOvertaken, rebaseDraft } from './draft-store.ts'

export type WindowDrafts = {
  readonly drafts: DraftStore
  /** Reports the server's current version of a string, so that its draft can be rebased. */
  readonly rebaseOnServer: (address: StringAddress, current: TranslationReply) => void
  /** The string that is being edited in this window. */
  readonly typing: () => StringAddress | null
  /** The edited text has lost the focus. */
  readonly stopTyping: () => void
}

/**
 * The drafts of one window, each with the note that someone else has saved its string meanwhile. The note is
 * stored, so that it outlives the page. `onRoom`: there can be room in the storage for other texts.
 */
export function createWindowDrafts(
  kept: DraftStore,
  { onChange, onRoom }: { readonly onChange: () => void; readonly onRoom: () => void },
): WindowDrafts {
  const serverSays = new Map<string, Pick<TranslationReply, 'forms' | 'version'>>()
  let typing: StringAddress | null = null

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

  function discard(address: StringAddress): void {
    kept.discard(address)
    serverSays.delete(addressText(address))
    if (typing !== null && sameAddress(typing, address)) typing = null
    onRoom()
  }

  return {
    drafts: {
      ...kept,
      write: (address, draft) => {
        const keyName = draft.keyName ?? kept.read(address)?.keyName
        const isKept = kept.write(address, withNote(address, { ...draft, keyName }))
        if (draft.failure === null) typing = address
        onChange()
        return isKept
      },
      discard,
    },
    rebaseOnServer: (address, current) => {
      // Must not overwrite what another window has stored later
      if (kept.isUnstored(address)) kept.storeAgain()
      const draft = kept.read(address)
      if (draft === null) return
      // A delayed response is outdated
      if ((serverSays.get(addressText(address))?.version ?? 0) > current.version) return
      serverSays.set(addressText(address), { forms: current.forms, version: current.version })
      const rebased = rebaseDraft(draft, current)
      if (rebased === null) return discard(address)
      const noted = withNote(address, rebased)
      if (noted === draft) return
      kept.write(address, noted)
      onChange()
    },
    typing: () => typing,
    stopTyping: () => {
      if (typing === null) return
      typing = null
      onChange()
    },
  }
}
