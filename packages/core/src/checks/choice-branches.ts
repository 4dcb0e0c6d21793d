import { isOnlyFor, isRareCategory, pluralCategories } from '../locale/plural-forms.ts'
import { categoryNamed, type PluralCategory } from '../message/forms.ts'
import type { Issue } from '../message/issue.ts'
import type { ChoicePart, Part } from '../message/part.ts'
import { type Check, type CheckedText, NOTHING } from './check.ts'

/**
 * Checks the branches of a choice within a text: `other` must exist, words must be those of the source,
 * plural categories those of the language.
 */
export const choiceBranches: Check = {
  codes: [
    'choice-other-missing',
    'choice-form-missing',
    'choice-key-missing',
    'choice-key-extra',
    'plural-form-unused',
  ],
  run(checked) {
    const { syntax, text } = checked
    if (syntax.pluralOf === undefined || !syntax.hasPlaceholders(text)) return NOTHING
    const choices = choicesOf(checked.parsed().parts)
    if (choices.length === 0) return NOTHING
    const ofSource = checked.source === null ? null : choicesOf(checked.parsedSource().parts)
    const issues = choices.flatMap((choice) => issuesOf(choice, ofSource, checked))
    return issues.length === 0 ? NOTHING : issues
  },
}

function choicesOf(parts: readonly Part[]): readonly ChoicePart[] {
  return parts.flatMap((part) =>
    part.kind === 'choice' ? [part, ...part.branches.flatMap((branch) => choicesOf(branch.parts))] : [],
  )
}

function issuesOf(
  choice: ChoicePart,
  ofSource: readonly ChoicePart[] | null,
  checked: CheckedText,
): readonly Issue[] {
  if (choice.by === 'pipe' || choice.by === 'range') return []
  const namesakes = ofSource?.filter(({ name, by }) => name === choice.name && by === choice.by) ?? []
  const issues: Issue[] = []
  // Fluent marks its default with an asterisk and needs no `other`.
  if (checked.syntax.needsOther === true && !choice.branches.some(({ selector }) => selector === 'other')) {
    issues.push({
      code: 'choice-other-missing',
      severity: 'error',
      span: choice.span,
      params: { argument: choice.name },
    })
  }
  const known = new Set(namesakes.flatMap(({ branches }) => branches.map(({ selector }) => selector)))
  return [
    ...issues,
    ...(choice.by === 'select' ? wordIssues(choice, known) : categoryIssues(choice, known, checked.language)),
  ]
}

/**
 * Compares selectors with those of the source: the app only passes words that the author of the source used.
 */
function wordIssues({ branches, span }: ChoicePart, known: ReadonlySet<string>): readonly Issue[] {
  if (known.size === 0) return []
  const extra = branches.filter(({ selector }) => selector !== 'other' && !known.has(selector))
  const missing = [...known].filter((selector) => !branches.some((branch) => branch.selector === selector))
  return [
    ...extra.map(
      (branch): Issue => ({
        code: 'choice-key-extra',
        severity: 'warning',
        span: branch.span,
        params: { key: branch.selector },
      }),
    ),
    ...missing.map(
      (key): Issue => ({ code: 'choice-key-missing', severity: 'warning', span, params: { key } }),
    ),
  ]
}

/**
 * Checks plural categories. If one is missing, the app uses `other`. Rare categories are not required, and
 * those that the source also has are not reported as unnecessary.
 */
function categoryIssues(choice: ChoicePart, known: ReadonlySet<string>, language: string): readonly Issue[] {
  const kind = choice.by === 'ordinal' ? 'ordinal' : 'cardinal'
  const used = pluralCategories(language, kind)
  const own = new Set(choice.branches.map(({ selector }) => selector))
  const exact = exactNumbers(own)
  const missing = used.filter(
    (category) => category !== 'other' && !own.has(category) && !isOnlyFor(language, kind, category, exact),
  )
  const asked = [...own, ...known].some(isNumberOfItsOwn)
    ? missing.filter((category) => !isRareCategory(language, kind, category))
    : []
  const unused = choice.branches.filter(({ selector }) => isUnused(selector, used) && !known.has(selector))
  return [
    ...(asked.length === 0 ? [] : [formsMissing(asked, choice)]),
    ...unused.map(
      ({ selector, span }): Issue => ({
        code: 'plural-form-unused',
        severity: 'warning',
        span,
        params: { form: selector },
      }),
    ),
  ]
}

function formsMissing(forms: readonly PluralCategory[], { span }: ChoicePart): Issue {
  return { code: 'choice-form-missing', severity: 'warning', span, params: { form: forms.join(', ') } }
}

/**
 * Returns whether the selector makes the choice a plural: `=0 {…} other {…}` is only a special text for zero.
 */
function isNumberOfItsOwn(selector: string): boolean {
  return selector !== 'other' && selector !== '=0' && selector !== '0'
}

/** Returns the numbers that have their own branch: `=1`, or `1` in Fluent. */
export function exactNumbers(own: Iterable<string>): ReadonlySet<number> {
  return new Set(
    [...own].flatMap((selector) => (/^=?\d+$/.test(selector) ? Number(selector.replace('=', '')) : [])),
  )
}

function isUnused(selector: string, used: readonly string[]): boolean {
  return categoryNamed(selector) !== null && !used.includes(selector)
}
