import type { Part } from '../part.ts'

/**
 * Symfony's selectors before a form: numbers `{0}` and `{2,3,4}`, intervals `]1,Inf]`. It reads `one:` as a label
 * without a meaning.
 */
const SELECTOR =
  /^\s{0,50}(\{[-\d.,\s]{1,100}\}|[[\]]\s{0,5}(?:-Inf|-?[\d.]{1,20})\s{0,5},\s{0,5}(?:\+?Inf|-?[\d.]{1,20})\s{0,5}[[\]])/
const LABEL = /^\s{0,50}(\w{1,50}):(?!\/\/)/
/** A single number is Symfony's selector, or the placeholder of another program. */
const NUMBER = /^\{\s{0,5}-?[\d.]{1,20}\s{0,5}\}$/

/** Returns the selector of a form as written, with the blanks before it; null: it has none. */
export function symfonySelector(form: string): { readonly selector: string; readonly length: number } | null {
  const match = SELECTOR.exec(form)
  if (match !== null) return { selector: match[1] ?? '', length: match[0].length }
  const label = LABEL.exec(form)
  return label === null ? null : { selector: `${label[1]}:`, length: label[0].length }
}

/** A form: its text as written, and the pieces of it that are no text. */
export type SymfonyForm = { readonly text: string; readonly parts: readonly Part[] }

/**
 * Returns whether Symfony selects one of the forms between the bars of a text. It does so if the program passes
 * `%count%`, which only the program shows; so a text is a choice if it has that placeholder, a selector that no other
 * text has, labels before all forms, or forms that look alike. All other bars are text.
 */
export function isSymfonyChoice(text: string, forms: readonly SymfonyForm[]): boolean {
  if (forms.length < 2) return false
  if (text.includes('%count%')) return true
  const selectors = forms.map((form) => symfonySelector(form.text)?.selector ?? null)
  if (selectors.some((selector) => selector !== null && isExplicit(selector) && !NUMBER.test(selector)))
    return true
  if (selectors.every((selector) => selector !== null && !NUMBER.test(selector))) return true
  if (areTight(forms) && forms.some(({ parts }) => parts.some(isSymfonyName))) return true
  const [first = '', ...others] = forms.map(signatureOf)
  return first !== '' && others.every((signature) => signature === first)
}

function isExplicit(selector: string): boolean {
  return !selector.endsWith(':')
}

/** Whether no bar has a blank next to it, as between the forms of most programs. */
function areTight(forms: readonly SymfonyForm[]): boolean {
  return forms.every(
    ({ text }, index) =>
      (index === 0 || !/^\s/.test(text)) && (index === forms.length - 1 || !/\s$/.test(text)),
  )
}

/** `{{ name }}` or `%name%`. */
function isSymfonyName(part: Part): boolean {
  return part.kind === 'placeholder' && (part.text.startsWith('{{') || /^%\w.*%$/.test(part.text))
}

/** Returns the placeholders and tags of a form; a number in braces at its start can be a selector. */
function signatureOf({ text, parts }: SymfonyForm): string {
  const selector = symfonySelector(text)?.selector ?? ''
  const names = parts.flatMap((part) =>
    (part.kind === 'placeholder' || part.kind === 'tag') && part.text !== selector ? [part.text] : [],
  )
  return [...new Set(names)].sort().join(' ')
}
