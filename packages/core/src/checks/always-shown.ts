import { isSingleNumberForm, pluralCategories } from '../locale/plural-forms.ts'
import { PLURAL_CATEGORIES, type PluralCategory } from '../message/forms.ts'
import type { Branch, ChoicePart, Part, PlaceholderPart } from '../message/part.ts'
import { placeholdersOf } from '../message/placeholders-of.ts'

/**
 * Returns the placeholders that are shown regardless of the selected branches: of a choice, those in all its
 * branches. A branch for a single number can write the number as a word. Of texts between pipes only the last
 * counts, because the app's own rule selects among the others.
 */
export function alwaysShown(parts: readonly Part[], language: string): readonly PlaceholderPart[] {
  const shown: PlaceholderPart[] = []
  for (const part of parts) {
    if (part.kind === 'choice') shown.push(...shownByAll(part, language))
    else shown.push(...placeholdersOf([part]))
  }
  return shown
}

function shownByAll(choice: ChoicePart, language: string): readonly PlaceholderPart[] {
  const used =
    choice.by === 'pipe'
      ? choice.branches.slice(-1)
      : choice.branches.filter((branch) => isUsed(choice, branch, language))
  const branches = used.map((branch) => ({
    isSingle: isSingle(choice, branch, language),
    shown: alwaysShown(branch.parts, language),
  }))
  // The last branch is the one for all other values: a placeholder that it lacks is not in all branches.
  return (branches.at(-1)?.shown ?? []).filter(({ name }) =>
    branches.every(
      ({ isSingle, shown }) => (isSingle && name === choice.name) || shown.some((part) => part.name === name),
    ),
  )
}

function isUsed({ by }: ChoicePart, { selector }: Branch, language: string): boolean {
  if (by === 'select' || by === 'pipe' || !isCategory(selector)) return true
  return (
    selector === 'other' ||
    pluralCategories(language, by === 'ordinal' ? 'ordinal' : 'cardinal').includes(selector)
  )
}

function isSingle({ by }: ChoicePart, { selector }: Branch, language: string): boolean {
  if (by === 'select' || by === 'pipe') return false
  if (/^=?-?\d/.test(selector)) return true
  return (
    isCategory(selector) && isSingleNumberForm(language, by === 'ordinal' ? 'ordinal' : 'cardinal', selector)
  )
}

function isCategory(selector: string): selector is PluralCategory {
  const names: readonly string[] = PLURAL_CATEGORIES
  return names.includes(selector)
}
