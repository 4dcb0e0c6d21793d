import type { AliasedUnit } from '../catalog/key-alias.ts'
import { unitId } from '../catalog/unit.ts'
import { hasText, sameForms } from '../message/forms.ts'
import type { ChannelSettings } from './channel.ts'

/**
 * A key with its text in one language, as releases store it and channels serve it; `state` absent: no text.
 */
export type ReleasedText = AliasedUnit & {
  /** Fails a check of severity *error*. */
  readonly failing: boolean
}

/** Returns the texts that a channel serves; texts that it does not serve are treated as untranslated. */
export function textsToServe(
  texts: readonly ReleasedText[],
  { texts: which, holdsErrors }: Pick<ChannelSettings, 'texts' | 'holdsErrors'>,
  { isSource }: { readonly isSource: boolean },
): readonly AliasedUnit[] {
  const needsReview = which === 'reviewed' && !isSource
  if (!needsReview && !holdsErrors) return texts
  return texts.map((text) =>
    (needsReview && text.state !== 'reviewed') || (holdsErrors && text.failing)
      ? { ...text, forms: {} }
      : text,
  )
}

/** Differences between two files: texts that were added, changed (or whose aliases were) or removed. */
export type TextDifferences = {
  readonly added: readonly ReleasedText[]
  readonly changed: readonly { readonly before: ReleasedText; readonly after: ReleasedText }[]
  readonly removed: readonly ReleasedText[]
}

/** Compares the texts of a language in a namespace by key; a key without text counts as missing. */
export function differencesOfTexts(
  before: readonly ReleasedText[],
  after: readonly ReleasedText[],
): TextDifferences {
  const had = new Map(before.filter(({ forms }) => hasText(forms)).map((text) => [unitId(text), text]))
  const added: ReleasedText[] = []
  const changed: { readonly before: ReleasedText; readonly after: ReleasedText }[] = []
  for (const text of after) {
    if (!hasText(text.forms)) continue
    const known = had.get(unitId(text))
    had.delete(unitId(text))
    if (known === undefined) added.push(text)
    else if (!sameForms(known.forms, text.forms) || !sameAliases(known, text))
      changed.push({ before: known, after: text })
  }
  return { added, changed, removed: [...had.values()] }
}

function sameAliases(a: ReleasedText, b: ReleasedText): boolean {
  const names = ({ aliases = [] }: ReleasedText) => JSON.stringify(aliases.map(({ name }) => name))
  return names(a) === names(b)
}
