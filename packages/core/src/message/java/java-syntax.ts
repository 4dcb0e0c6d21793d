import { icuSyntax } from '../icu/icu-syntax.ts'
import type { MessageSyntax, Parsed } from '../message-syntax.ts'
import { plainText } from '../scan/scanner.ts'
import { parseJava } from './parse-java.ts'

/**
 * Texts of Java: `java.text.MessageFormat` (`{0}`, `{1,number}`, `{0,choice,…}`), in which any apostrophe
 * quotes. A message that only ICU4J can read, with names or plurals, follows ICU's rules.
 */
export const javaSyntax: MessageSyntax = {
  id: 'java',
  arguments: 'named',
  hasMarkup: (text) => MARKUP.test(text),
  hasPlaceholders: icuSyntax.hasPlaceholders,
  parse,
  isCount: icuSyntax.isCount,
  needsOther: true,
  pluralOf: (text) => (isOfIcu(text) ? (icuSyntax.pluralOf?.(text) ?? null) : null),
}

const MARKUP = /[{}<']/

function parse(text: string): Parsed {
  if (!MARKUP.test(text)) return plainText(text)
  return isOfIcu(text) ? icuSyntax.parse(text) : parseJava(text)
}

/** Returns whether the text has an argument that `java.text.MessageFormat` does not know. */
function isOfIcu(text: string): boolean {
  return OF_ICU.test(text)
}

const OF_ICU =
  /\{\s{0,20}(?:[\p{L}_]|\d{1,9}\s{0,20},\s{0,20}(?:plural|select|selectordinal|spellout|ordinal|duration)\s{0,20}[,}])/u
