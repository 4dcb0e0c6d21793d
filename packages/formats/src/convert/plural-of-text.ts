import { type FormName, type Forms, hasText, PLURAL_KINDS, requiredForms, unitId } from '@dragoman/core'
import type { Content } from './content.ts'
import { type FidelityLog, noteDifference } from './fidelity.ts'
import type { TargetFormat } from './plan-language.ts'
import { hasIcuPlural, type PluralText, pluralFromIcu } from './plural-text.ts'
import { isIcu, respellPlaceholders } from './respell-placeholders.ts'

/** A text of a format with plurals within its texts. */
export type PossiblePlural = {
  readonly text: string
  /** The source text next to it; empty: none. */
  readonly source: string
  /** The name that the key will have, and the one that reports use. */
  readonly name: string
  readonly reportedAs: string
}

export type PluralPlanning = {
  readonly content: Pick<Content, 'syntax' | 'sourceLanguage'>
  readonly format: Pick<TargetFormat, 'plurals' | 'syntax'>
  readonly language: string
  /** Ids of the keys of the catalog that is written to; null: it is a file. */
  readonly keys: ReadonlySet<string> | null
  readonly log: FidelityLog
}

/** Returns the plural that a text becomes in a format with forms; null: it stays a text without a plural. */
export function pluralOfText(planning: PluralPlanning, found: PossiblePlural): PluralText | null {
  const { content, format, language, keys, log } = planning
  if (!isIcu(content.syntax) || format.plurals === 'text' || format.plurals === 'none') return null
  const own = pluralIn(found.text, format.syntax, language)
  const source = pluralIn(found.source, format.syntax, content.sourceLanguage)
  const plural =
    keys === null
      ? (own ?? untranslated(found, source, language))
      : pluralInCatalog(planning, found, keys, { own, source })
  const isRefused = plural !== null && format.plurals === 'units' && plural.kind === 'ordinal'
  if (plural === null || isRefused) return null
  if (hasText(plural.forms)) noteDifference(log, 'plural-from-text', found.reportedAs)
  return plural
}

/** Returns the empty forms of an untranslated key whose source text is a plural. */
function untranslated(
  { text }: PossiblePlural,
  source: PluralText | null,
  language: string,
): PluralText | null {
  if (text !== '' || source === null) return null
  const forms: Partial<Record<FormName, string>> = {}
  for (const form of requiredForms(source.kind, language, source.forms, 'whole')) forms[form] = ''
  return { kind: source.kind, forms }
}

/** The plurals of a translation and of its source text; null: it is none that has forms. */
type ReadPlurals = { readonly own: PluralText | null; readonly source: PluralText | null }

function pluralIn(text: string, syntax: string, language: string): PluralText | null {
  return hasIcuPlural(text) ? pluralFromIcu(text, { syntax, language }) : null
}

/**
 * Returns the forms for a plural key of a catalog. The catalog or the source text decides whether the key is plural, so
 * that a translation that is missing or has no forms never becomes a second key.
 */
function pluralInCatalog(
  { content, format, language, log }: PluralPlanning,
  found: PossiblePlural,
  keys: ReadonlySet<string>,
  read: ReadPlurals,
): PluralText | null {
  const kind = kindOfKey(found, keys, read)
  if (kind === 'none') return null
  if (found.text === '') return { kind, forms: {} }
  if (read.own?.kind === kind) return read.own
  const forms = formsOfPlainText(found.text, content.syntax, format.syntax, { kind, language })
  if (forms !== null) return { kind, forms }
  noteDifference(log, 'plural-refused', found.reportedAs)
  return { kind, forms: {} }
}

function kindOfKey(
  { name, text, source: sourceText }: PossiblePlural,
  keys: ReadonlySet<string>,
  { own, source }: ReadPlurals,
): 'none' | PluralText['kind'] {
  const known = PLURAL_KINDS.filter((plural) => keys.has(unitId({ name, plural })))
  const plurals = known.filter((kind) => kind === 'cardinal' || kind === 'ordinal')
  const stated = sourceText === '' ? own : source
  const isPlain = known.includes('none') && !hasIcuPlural(sourceText === '' ? text : sourceText)
  const [first] = plurals
  if (first === undefined) return stated?.kind ?? 'none'
  if (isPlain) return 'none'
  return plurals.find((kind) => kind === (stated ?? own)?.kind) ?? first
}

/** Returns the forms of a text without a plural, which is complete in languages with only one form. */
function formsOfPlainText(
  text: string,
  from: string,
  to: string,
  { kind, language }: { readonly kind: PluralText['kind']; readonly language: string },
): Forms | null {
  const required = requiredForms(kind, language, {}, 'whole')
  if (hasIcuPlural(text) || required.length !== 1 || required[0] !== 'other') return null
  const other = respellPlaceholders(text, from, to)
  return other === null ? null : { other }
}
