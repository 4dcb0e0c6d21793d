import type { Issue } from '../message/issue.ts'
import { placeholdersOf } from '../message/placeholders-of.ts'
import { type Check, type CheckedText, NOTHING } from './check.ts'

/**
 * Forms between bars that the program never shows, because its rule for the language has fewer forms. Laravel and Symfony
 * show the first form for every number in Turkish.
 */
export const pipeFormUnused: Check = {
  codes: ['pipe-form-unused'],
  run(checked) {
    const { syntax, text, language, parsed } = checked
    if (syntax.placeRule === undefined || !text.includes('|')) return NOTHING
    const [choice] = parsed().parts
    if (choice?.kind !== 'choice' || choice.by !== 'pipe') return NOTHING
    // Numbers and intervals before the forms select them, not the language.
    if (!choice.branches.every(({ selector }) => /^\d+$/.test(selector)) || !isPlural(checked)) return NOTHING
    const used = syntax.placeRule(language).numbers.length
    return choice.branches.slice(used).flatMap(({ span, text: form }, index): Issue[] => {
      const params = { place: used + index + 1 }
      return form === '' ? [] : [{ code: 'pipe-form-unused', severity: 'warning', span, params }]
    })
  },
}

/**
 * Returns whether the bars separate plural forms: nothing shows it in the file, and a title can have a bar too
 * (`Home | Shop`).
 */
function isPlural({ syntax, text, parsed, parsedSource }: CheckedText): boolean {
  return (
    !/\s\||\|\s/.test(text) ||
    [...parsed().parts, ...parsedSource().parts].some((part) =>
      placeholdersOf([part]).some((placeholder) => syntax.isCount(placeholder)),
    )
  )
}
