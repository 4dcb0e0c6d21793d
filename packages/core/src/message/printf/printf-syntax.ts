import { pipes } from '../braces/pipes.ts'
import { symfonyPlaces } from '../braces/place-rules.ts'
import { icuSyntax } from '../icu/icu-syntax.ts'
import type { MessageSyntax } from '../message-syntax.ts'
import { type Scanner, scanner } from '../scan/scanner.ts'
import {
  appleVariables,
  braceFields,
  conversions,
  percent,
  percentByNames,
  pythonNames,
  symfonyNames,
  withDollarPlace,
} from './printf-rules.ts'
import { isSymfonyChoice, symfonySelector } from './symfony-forms.ts'

const fields = scanner([percent, pythonNames, ...appleVariables, conversions, braceFields])

/** Lingui writes ICU messages into PO files. */
const ICU_CHOICE = /\{\s{0,20}[\w.]{1,100}\s{0,20},\s{0,20}(?:plural|select|selectordinal)\s{0,20},/

/**
 * Placeholders of C, Java, PHP, Python, Go and Apple's APIs: files in these formats do not specify which of
 * them uses their texts.
 */
export const printfSyntax: MessageSyntax = { id: 'printf', ...orIcu(fields) }

const mixedFields = scanner([
  percentByNames,
  ...symfonyNames,
  pythonNames,
  ...appleVariables,
  conversions,
  braceFields,
])

/**
 * XLIFF contains texts of any program: Symfony's, .NET's, Apple's, and Angular's ICU messages. Symfony formats
 * the domains with `+intl-icu` in their names by ICU, and selects one of several forms between bars.
 */
export const mixedSyntax: MessageSyntax = {
  id: 'mixed',
  ...orIcu(pipes(mixedFields, { selectorOf: symfonySelector, isChoice: isSymfonyChoice, escapesBars: true })),
  placeRule: symfonyPlaces,
  ofNamespace: (namespace) => (namespace.endsWith('+intl-icu') ? icuSyntax : null),
}

function orIcu(inner: Scanner & Pick<MessageSyntax, 'pluralOf'>): Omit<MessageSyntax, 'id'> {
  return {
    ...inner,
    arguments: 'ordered',
    numbers: 'whole',
    withPlace: withDollarPlace,
    parse: (text) => (ICU_CHOICE.test(text) ? icuSyntax.parse(text) : inner.parse(text)),
    isCount: ({ name, type }) => type === 'number' || /^[({%]*(?:n|num|count|number|total)\b/i.test(name),
    pluralOf: (text) => (ICU_CHOICE.test(text) ? icuSyntax : inner).pluralOf?.(text) ?? null,
  }
}

/** String catalogs: conversions and the variables of substitutions, no braces. */
export const appleSyntax: MessageSyntax = {
  id: 'apple',
  arguments: 'ordered',
  ...scanner([percent, ...appleVariables, conversions]),
  isCount: ({ type }) => type === 'number',
  withPlace: withDollarPlace,
}
