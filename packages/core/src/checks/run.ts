import type { DeclaredForm } from '../limits/text-limits.ts'
import { isOnlyFor, isSingleNumberForm, pluralCategories } from '../locale/plural-forms.ts'
import { isPseudoLanguage } from '../locale/tag.ts'
import { FORM_NAMES, type FormName, hasText } from '../message/forms.ts'
import type { MessageSyntax, Parsed } from '../message/message-syntax.ts'
import { ALL_CHECKS, PSEUDO_CHECKS } from './all.ts'
import { type Check, type CheckedText, type CheckInput, type FormIssue, NOTHING } from './check.ts'
import { pluralFormIssues } from './plural-forms-complete.ts'

/**
 * Returns all issues of a translation, form by form. A translation without any text has none: it is
 * untranslated, which is a state.
 */
export function runChecks(input: CheckInput): FormIssue[] {
  if (!hasText(input.forms)) return []
  const issues = pluralFormIssues(input)
  for (const form of FORM_NAMES) {
    const text = input.forms[form]
    if (text === undefined || text === '') continue
    const checked = examine(input, form, text)
    for (const check of checksOf(input.language)) {
      const found = check.run(checked)
      if (found === NOTHING) continue
      for (const issue of found) issues.push({ ...issue, form })
    }
  }
  return issues
}

/** Returns the same as `runChecks(input).length > 0`, but stops at the first issue. */
export function hasFailing(input: CheckInput): boolean {
  if (!hasText(input.forms)) return false
  if (input.plural !== 'none' && pluralFormIssues(input).length > 0) return true
  for (const name in input.forms) {
    const form = name as FormName // `Forms` has no other names
    const text = input.forms[form]
    if (text === undefined || text === '') continue
    const checked = examine(input, form, text)
    for (const check of checksOf(input.language)) if (check.run(checked).length > 0) return true
  }
  return false
}

function checksOf(language: string): readonly Check[] {
  return isPseudoLanguage(language) ? PSEUDO_CHECKS : ALL_CHECKS
}

function examine(input: CheckInput, form: FormName, text: string): CheckedText {
  const source = input.language === input.sourceLanguage ? null : sourceFor(input, form)
  let parsed: Parsed | undefined
  const { syntax } = input
  return {
    syntax,
    text,
    source,
    form,
    language: input.language,
    sourceLanguage: input.sourceLanguage,
    plural: input.plural,
    maxLength: input.maxLength,
    limits: input.limits,
    isSingleNumber: isSingleNumber(input, form) || isUnusedForm(input, form),
    sourceForms: input.sourceForms,
    parsed: () => {
      if (parsed === undefined) parsed = syntax.parse(text)
      return parsed
    },
    parsedSource: () => parseSource(syntax, source ?? ''),
  }
}

let lastSource: { readonly syntax: MessageSyntax; readonly text: string; readonly parsed: Parsed } | null =
  null

/** Parses a source text. The translations of a key are checked one after the other, so the last one is kept. */
function parseSource(syntax: MessageSyntax, text: string): Parsed {
  if (lastSource?.syntax !== syntax || lastSource.text !== text)
    lastSource = { syntax, text, parsed: syntax.parse(text) }
  return lastSource.parsed
}

/** Returns the form as the file defines it; undefined: it defines none. */
function declaredForm({ plural, limits }: CheckInput, form: FormName): DeclaredForm | undefined {
  return plural === 'cardinal' ? limits?.plurals?.find((declared) => declared.form === form) : undefined
}

/** Returns whether the form is for one number only, by the file's own rule or by the language's. */
function isSingleNumber(input: CheckInput, form: FormName): boolean {
  const declared = declaredForm(input, form)
  return declared === undefined || declared.numbers === ''
    ? isSingleNumberForm(input.language, input.plural, form) || isOnlyForOne(input, form)
    : /^\d+$/.test(declared.numbers)
}

const ZERO_AND_ONE: ReadonlySet<number> = new Set([0, 1])

/** Returns whether the language uses the form for 0 and 1, and the key has another one for 0. */
function isOnlyForOne({ syntax, language, plural, forms }: CheckInput, form: FormName): boolean {
  if (form !== 'one' || plural !== 'cardinal' || !syntax.hasZeroForm || (forms.zero ?? '') === '')
    return false
  return isOnlyFor(language, plural, form, ZERO_AND_ONE)
}

/**
 * Returns whether the language does not use the form. It is compared with the same form of the source: many
 * Japanese files keep `one`.
 */
function isUnusedForm(input: CheckInput, form: FormName): boolean {
  const { plural, language } = input
  if (plural !== 'cardinal' && plural !== 'ordinal') return false
  if (declaredForm(input, form) !== undefined) return false
  const used: readonly FormName[] = pluralCategories(language, plural)
  return form !== 'other' && !used.includes(form)
}

/**
 * Returns the source text to compare a form with. A form for a single number has the same form of the source;
 * all others have its `other`, since `one` of French or Russian covers numbers that English `one` does not.
 */
function sourceFor(input: CheckInput, form: FormName): string | null {
  const { sourceForms, plural } = input
  // A numbered form that is only for 1 has the singular of the source.
  const name = declaredForm(input, form)?.numbers === '1' ? 'one' : form
  const namesake = plural === 'none' || isSingleNumber(input, form) ? sourceForms[name] : undefined
  const source =
    namesake ??
    sourceForms.other ??
    sourceForms.one ??
    FORM_NAMES.map((name) => sourceForms[name]).find((text) => text !== undefined)
  return source === undefined || source === '' ? null : source
}
