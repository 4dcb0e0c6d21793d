import { isOnlyFor, isSingleNumberForm, pluralCategories } from '../locale/plural-forms.ts'
import { categoryNamed, type PluralCategory } from '../message/forms.ts'
import type { Branch, ChoicePart, Part, PlaceholderPart } from '../message/part.ts'
import { placeholdersOf } from '../message/placeholders-of.ts'
import { usualForm } from './text-pieces.ts'

/**
 * Returns the placeholders that are shown regardless of the selected branches: of a choice, those in all its
 * branches. A branch for a single number can write the number as a word. Of texts between pipes only the one for
 * most numbers counts, because the app's own rule selects among the others.
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
      ? [usualForm(choice.branches)].filter((branch) => branch !== undefined)
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
  if (by === 'select' || by === 'pipe' || by === 'range' || !isCategory(selector)) return true
  return (
    selector === 'other' ||
    pluralCategories(language, by === 'ordinal' ? 'ordinal' : 'cardinal').includes(selector)
  )
}

function isSingle({ by, branches }: ChoicePart, branch: Branch, language: string): boolean {
  const { selector } = branch
  if (by === 'select' || by === 'pipe') return false
  // `1#` is for a single number if another range follows; `1<` is for more than one.
  if (by === 'range') return selector.endsWith('#') && branch !== branches.at(-1)
  if (/^=?-?\d/.test(selector)) return true
  const kind = by === 'ordinal' ? 'ordinal' : 'cardinal'
  // `one` of French is for 0 too, for which apps usually have another text.
  return (
    isCategory(selector) &&
    (isSingleNumberForm(language, kind, selector) || isOnlyFor(language, kind, selector, ZERO_AND_ONE))
  )
}

const ZERO_AND_ONE: ReadonlySet<number> = new Set([0, 1])

function isCategory(selector: string): selector is PluralCategory {
  return categoryNamed(selector) !== null
}
