import { type Forms, hasText, normalizeForms, sameForms, type TranslationState } from '@dragoman/core'
import type { StringAddress } from '../server/string-address.ts'
import { type Conflict, mergeDraft } from './conflict.ts'
import type { Saving } from './create-saving.ts'
import type { Draft } from './draft-store.ts'
import { saveId } from './pending-save-store.ts'
import { type NewSave, pendingFor } from './save-queue.ts'

export type EditedText = {
  readonly address: StringAddress
  readonly keyName: string
  /** The text as last received from the server. */
  readonly saved: { readonly forms: Forms; readonly version: number }
  /** What a new draft is based on: the text that the person saw, which contains pending saves. */
  readonly seen: { readonly forms: Forms; readonly version: number }
  /** The source text that is shown. */
  readonly source: { readonly language: string; readonly version: number }
  readonly draft: Draft | null
}

export type SaveOptions = {
  readonly state?: TranslationState | null
  /** Approves a text although it fails a check. */
  readonly approveFailing?: true
}

/** Returns what can be done with the text of one string: it is a draft in this browser until it is saved. */
export function editText(
  { drafts, saver }: Pick<Saving, 'drafts' | 'saver'>,
  { address, keyName, saved, seen, source, draft }: EditedText,
) {
  const base = { base: draft?.base ?? seen.forms, baseVersion: draft?.baseVersion ?? seen.version }
  /** While the person's own change of the source is on its way, they translate that one. */
  const shownSource = () => {
    const { language, version } = source
    const isChanging =
      language !== address.language && pendingFor(saver.queue.get(), { ...address, language }) !== null
    return { sourceVersion: version, madeWith: isChanging ? language : undefined }
  }
  const madeFor = () => {
    if (draft === null) return shownSource()
    const { sourceVersion, madeWith } = draft
    return { sourceVersion, madeWith }
  }
  const discard = () => drafts.discard(address)
  const send = (text: Forms, more: Pick<NewSave, 'base' | 'baseVersion'> & SaveOptions) => {
    const forms = normalizeForms(text)
    saver.save({
      ...address,
      state: hasText(forms) ? 'translated' : null,
      ...more,
      forms,
      ...madeFor(),
      id: saveId(),
      keyName,
    })
    discard()
  }
  return {
    discard,
    write: (forms: Forms) => {
      const on = { ...base, ...shownSource() }
      drafts.write(address, { forms, ...on, at: Date.now(), failure: null, keyName })
    },
    save: (forms: Forms, options: SaveOptions = {}) => send(forms, { ...base, ...options }),
    /** Saves a text in place of what someone else has saved. */
    saveOver: (forms: Forms) => {
      if (sameForms(forms, saved.forms)) discard()
      else send(forms, { base: saved.forms, baseVersion: saved.version })
    },
    /** Keeps a text as the draft, based on what someone else has saved: the person has seen that. */
    keepOver: (forms: Forms) => {
      const base = { base: saved.forms, baseVersion: saved.version, ...madeFor() }
      drafts.write(address, { forms, ...base, at: Date.now(), failure: null, keyName })
    },
    /** Merges both changes into the draft. Returns a function to undo that; null if there was nothing to merge. */
    merge: ({ merged, theirs, theirVersion }: Conflict): (() => boolean) | null => {
      if (draft === null || merged === null) return null
      const rebased = { base: theirs, baseVersion: theirVersion, at: Date.now(), failure: null }
      drafts.write(address, { ...draft, forms: merged, ...rebased })
      return () => {
        const now = drafts.read(address)
        if (now === null) return false
        // What was typed since the merge is kept.
        const forms = sameForms(now.forms, merged) ? draft.forms : mergeDraft(merged, now.forms, draft.forms)
        if (forms === null) return false
        drafts.write(address, { ...draft, forms, at: Date.now() })
        return true
      }
    },
  }
}
