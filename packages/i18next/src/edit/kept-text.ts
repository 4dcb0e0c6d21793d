import { draftOf, isSame, keepDraft } from './drafts.ts'
import type { Forms, Text } from './dragoman-api.ts'

/** The saved text of a string, and the draft that was typed over it. */
export type KeptText = {
  /** What the fields have at first. */
  readonly start: Forms
  readonly hasDraft: boolean
  readonly saved: () => Text
  /** The version that the next save replaces. */
  readonly baseVersion: () => number
  readonly replaceSaved: (text: Text) => void
  /** Stores what was typed as a draft; what was saved is none, and drops it. Returns whether it differs. */
  readonly keep: (typed: Forms) => boolean
}

/** Returns the text of a string as it was loaded, with the draft of that name. */
export function keptText(name: string, loaded: Text): KeptText {
  const draft = draftOf(name)
  let saved = loaded
  let baseVersion = draft?.baseVersion ?? loaded.version
  return {
    start: draft?.forms ?? loaded.forms,
    hasDraft: draft !== undefined,
    saved: () => saved,
    baseVersion: () => baseVersion,
    replaceSaved(text) {
      saved = text
      baseVersion = text.version
    },
    keep(forms) {
      const differs = !isSame(forms, saved.forms)
      keepDraft(name, differs ? { forms, baseVersion } : null)
      return differs
    },
  }
}
