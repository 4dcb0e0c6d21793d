import {
  categoryNamed,
  type FormName,
  type Forms,
  type PluralCategory,
  pluralCategories,
  sameForms,
  syntaxById,
} from '@dragoman/core'
import { respellPlaceholders } from './respell-placeholders.ts'

/** The plural forms of a message, and the number that selects one of them. */
export type PluralText = { readonly kind: 'cardinal' | 'ordinal'; readonly forms: Forms }

/** The syntax of the texts of forms, and their language. */
export type FormsOf = { readonly syntax: string; readonly language: string }

/** i18next's name for the number, which formats with their own plural forms assume. */
const NUMBER = 'count'

/**
 * Returns one ICU message (plural or selectordinal, Unicode MessageFormat 1) with the forms; null if
 * impossible: a form is not one of CLDR's, `other` is missing, or a text cannot be written in ICU.
 */
export function pluralAsIcu({ kind, forms }: PluralText, of: FormsOf): string | null {
  const zero = kind === 'cardinal' && hasOwnZero(of) ? '=0' : 'zero'
  const branches: string[] = []
  for (const name in forms) {
    const form = categoryNamed(name)
    const text = form === null ? undefined : branchOf(forms[form] ?? '', of.syntax)
    if (text === undefined || text === null) return null
    branches.push(`${form === 'zero' ? zero : form} {${text}}`)
  }
  if (forms.other === undefined) return null
  const message = `{${NUMBER}, ${kind === 'cardinal' ? 'plural' : 'selectordinal'}, ${branches.join(' ')}}`
  const back = pluralFromIcu(message, of)
  return back !== null && sameForms(back.forms, forms) ? message : null
}

/**
 * Whether programs use a form `zero` for 0 alone, in addition to the categories of the language. ICU would never select
 * a branch `zero` then.
 */
function hasOwnZero({ syntax, language }: FormsOf): boolean {
  return syntaxById(syntax).hasZeroForm === true && !pluralCategories(language, 'cardinal').includes('zero')
}

/** An apostrophe that would start a quotation in ICU, even if only because the branch ends after it. */
const QUOTING = /'(?=['{}#|<]|$)/

/** Returns a form as the branch of a plural, in which `#` is the number. */
function branchOf(text: string, syntax: string): string | null {
  const spelled = respellPlaceholders(text, syntax, 'icu', 'plural')
  if (spelled === null || /#/.test(text) || QUOTING.test(text)) return null
  return spelled.replaceAll(`{${NUMBER}}`, '#')
}

/**
 * Returns the forms of a text that is exactly one ICU plural, with placeholders in `syntax`; null if it has
 * more (`=1`, `=0` if that is no form, `offset:`, nested plurals, another number than `count`) or cannot be parsed completely.
 */
export function pluralFromIcu(text: string, of: FormsOf): PluralText | null {
  const head = /^\{\s*(\w+)\s*,\s*(plural|selectordinal)\s*,/.exec(text)
  if (head === null || head[1] !== NUMBER) return null
  const forms: Partial<Record<FormName, string>> = {}
  const isZeroForm = head[2] === 'plural' && hasOwnZero(of)
  const branch = /\s*(=0|zero|one|two|few|many|other)\s*\{((?:[^{}]|\{\w+\})*)\}/y
  branch.lastIndex = head[0].length
  let end = head[0].length
  for (let match = branch.exec(text); match !== null; match = branch.exec(text)) {
    if (match[1] === '=0' && !isZeroForm) return null
    // The pattern lists the categories.
    const form = match[1] === '=0' ? 'zero' : (match[1] as PluralCategory)
    const raw = match[2] ?? ''
    const spelled = QUOTING.test(raw)
      ? null
      : respellPlaceholders(raw.replaceAll('#', `{${NUMBER}}`), 'icu', of.syntax, 'plural')
    if (spelled === null || spelled === '' || forms[form] !== undefined) return null
    forms[form] = spelled
    end = branch.lastIndex
  }
  if (forms.other === undefined || !/^\s*\}$/.test(text.slice(end))) return null
  return { kind: head[2] === 'plural' ? 'cardinal' : 'ordinal', forms }
}

/** Whether a text contains an ICU plural. */
export function hasIcuPlural(text: string): boolean {
  return /\{\s*[\w-]+\s*,\s*(?:plural|selectordinal)\s*,/.test(text)
}
