import { type FormName, type Forms, PLURAL_CATEGORIES, type PluralCategory, sameForms } from '@dragoman/core'
import { respellPlaceholders } from './respell-placeholders.ts'

/** The plural forms of a message, and the number that chooses among them. */
export type PluralText = { readonly kind: 'cardinal' | 'ordinal'; readonly forms: Forms }

/** What i18next calls the number, which formats with plural forms of their own take it for. */
const NUMBER = 'count'

/**
 * One ICU message (plural or selectordinal, Unicode MessageFormat 1) that says what the forms say; null where
 * it cannot: a form is none of CLDR's, `other` is missing, or a text has what cannot be spelled in ICU's way.
 */
export function pluralAsIcu({ kind, forms }: PluralText, syntax: string): string | null {
  const branches: string[] = []
  for (const name in forms) {
    const form = PLURAL_CATEGORIES.find((category) => category === name)
    const text = form === undefined ? undefined : branchOf(forms[form] ?? '', syntax)
    if (text === undefined || text === null) return null
    branches.push(`${form} {${text}}`)
  }
  if (forms.other === undefined) return null
  const message = `{${NUMBER}, ${kind === 'cardinal' ? 'plural' : 'selectordinal'}, ${branches.join(' ')}}`
  const back = pluralFromIcu(message, syntax)
  return back !== null && sameForms(back.forms, forms) ? message : null
}

/** An apostrophe that would begin a quotation in ICU, be it because the branch ends behind it. */
const QUOTING = /'(?=['{}#|<]|$)/

/** A form as the branch of a plural, where `#` is the number. */
function branchOf(text: string, syntax: string): string | null {
  const spelled = respellPlaceholders(text, syntax, 'icu', 'plural')
  if (spelled === null || /#/.test(text) || QUOTING.test(text)) return null
  return spelled.replaceAll(`{${NUMBER}}`, '#')
}

/**
 * The forms of a text that is one ICU plural and nothing else, with placeholders as `syntax` spells them;
 * null where it says more (`=1`, `offset:`, a plural within a plural, another number than `count`) or is not
 * quite understood.
 */
export function pluralFromIcu(text: string, syntax: string): PluralText | null {
  const head = /^\{\s*(\w+)\s*,\s*(plural|selectordinal)\s*,/.exec(text)
  if (head === null || head[1] !== NUMBER) return null
  const forms: Partial<Record<FormName, string>> = {}
  const branch = /\s*(zero|one|two|few|many|other)\s*\{((?:[^{}]|\{\w+\})*)\}/y
  branch.lastIndex = head[0].length
  let end = head[0].length
  for (let match = branch.exec(text); match !== null; match = branch.exec(text)) {
    // The pattern lists the categories.
    const form = match[1] as PluralCategory
    const raw = match[2] ?? ''
    const spelled = QUOTING.test(raw)
      ? null
      : respellPlaceholders(raw.replaceAll('#', `{${NUMBER}}`), 'icu', syntax, 'plural')
    if (spelled === null || spelled === '' || forms[form] !== undefined) return null
    forms[form] = spelled
    end = branch.lastIndex
  }
  if (forms.other === undefined || !/^\s*\}$/.test(text.slice(end))) return null
  return { kind: head[2] === 'plural' ? 'cardinal' : 'ordinal', forms }
}

/** Whether a text has an ICU plural anywhere. */
export function hasIcuPlural(text: string): boolean {
  return /\{\s*[\w-]+\s*,\s*(?:plural|selectordinal)\s*,/.test(text)
}
