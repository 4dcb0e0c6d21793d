import { isSingleNumberForm } from '../locale/plural-forms.ts'
import { PLURAL_CATEGORIES, type PluralCategory } from '../message/forms.ts'
import type { Branch, ChoicePart, Part, PlaceholderPart } from '../message/part.ts'
import { placeholdersOf } from '../message/placeholders-of.ts'

/**
 * The placeholders that are shown whichever branches are chosen: of a choice those that all its branches have. A branch that stands for one
 * number may say the number in words. Of texts between pipes the last counts: what the others stand for is the app's own rule.
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
  const counted = choice.branches.filter((branch) => !isSingle(choice, branch, language))
  const branches = choice.by === 'pipe' ? choice.branches.slice(-1) : counted.length === 0 ? choice.branches : counted
  const [first, ...others] = branches.map((branch) => alwaysShown(branch.parts, language))
  const names = others.map((list) => new Set(list.map(({ name }) => name)))
  return (first ?? []).filter(({ name }) => names.every((set) => set.has(name)))
}

function isSingle({ by }: ChoicePart, { selector }: Branch, language: string): boolean {
  if (by === 'select' || by === 'pipe') return false
  if (/^=?-?\d/.test(selector)) return true
  return isCategory(selector) && isSingleNumberForm(language, by === 'ordinal' ? 'ordinal' : 'cardinal', selector)
}

function isCategory(selector: string): selector is PluralCategory {
  const names: readonly string[] = PLURAL_CATEGORIES
  return names.includes(selector)
}
