import type { AliasedUnit } from '../catalog/key-alias.ts'
import { samePath, unitId } from '../catalog/unit.ts'
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

export type ChangedText = { readonly before: ReleasedText; readonly after: ReleasedText }

/** Differences between two files. */
export type TextDifferences = {
  readonly added: readonly ReleasedText[]
  /** Other forms, another place in the file, or other aliases. */
  readonly changed: readonly ChangedText[]
  readonly removed: readonly ReleasedText[]
  /** The same text, but reviewed or with an error on one side only: some channels serve it only then. */
  readonly status: readonly ChangedText[]
}

/** What differs in a text other than its forms: its status, other aliases, another place in the file. */
export const STATUS_CHANGES = [
  'reviewed',
  'review-removed',
  'error',
  'error-fixed',
  'aliases',
  'place',
] as const
export type StatusChange = (typeof STATUS_CHANGES)[number]

/**
 * Compares the texts of a language in a namespace by key; a key without text counts as missing. In both, `failing`
 * has to mean errors only.
 */
export function differencesOfTexts(
  before: readonly ReleasedText[],
  after: readonly ReleasedText[],
): TextDifferences {
  const had = new Map(before.filter(({ forms }) => hasText(forms)).map((text) => [unitId(text), text]))
  const added: ReleasedText[] = []
  const changed: ChangedText[] = []
  const status: ChangedText[] = []
  for (const text of after) {
    if (!hasText(text.forms)) continue
    const known = had.get(unitId(text))
    had.delete(unitId(text))
    if (known === undefined) added.push(text)
    else if (!sameForms(known.forms, text.forms) || !samePlaces(known, text))
      changed.push({ before: known, after: text })
    else if (statusChanges({ before: known, after: text }).length > 0)
      status.push({ before: known, after: text })
  }
  return { added, changed, removed: [...had.values()], status }
}

export function countDifferences({ added, changed, removed, status }: TextDifferences): number {
  return added.length + changed.length + removed.length + status.length
}

export function statusChanges({ before, after }: ChangedText): readonly StatusChange[] {
  const found: StatusChange[] = []
  const [was, is] = [before.state === 'reviewed', after.state === 'reviewed']
  if (was !== is) found.push(is ? 'reviewed' : 'review-removed')
  if (before.failing !== after.failing) found.push(after.failing ? 'error' : 'error-fixed')
  if (aliasNames(before) !== aliasNames(after)) found.push('aliases')
  if (!samePath(before.path, after.path)) found.push('place')
  return found
}

function samePlaces(a: ReleasedText, b: ReleasedText): boolean {
  return samePath(a.path, b.path) && aliasNames(a) === aliasNames(b)
}

function aliasNames({ aliases }: ReleasedText): string {
  return aliases === undefined ? '[]' : JSON.stringify(aliases.map(({ name }) => name))
}
