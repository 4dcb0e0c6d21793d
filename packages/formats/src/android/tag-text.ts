import { isXmlCharacter } from '@dragoman/core'
import { isEncodable } from '../bytes/charset.ts'
import type { XmlStyle } from '../source/xml-style.ts'
import { decodeXmlCdata, xmlReferenceError } from '../source/xml-text.ts'

// Tags are in a text as in the file, references included, so `&amp;` in a tag of a text is always `&amp;` in the file. A
// character that a tag of a file cannot have as itself is a reference with two zeros before its number: `&` is `&#0038;`.
// A reference of a text that looks like that gets one more zero.
const ZEROS = '00'
const REFERENCE = /&#00(0*)([1-9]\d*);/g

/** Returns a tag as it is in a text. */
export function readTag(raw: string): string {
  const tag = decodeXmlCdata(raw)
  if (!tag.includes(`&#${ZEROS}`)) return tag
  return tag.replace(REFERENCE, (reference, zeros: string, number: string, at: number) => {
    const code = Number(number)
    if (!isReferenced(code)) return reference
    if (zeros !== '') return `&#${reference.slice('&#0'.length)}`
    const char = String.fromCodePoint(code)
    const startsReference =
      char === '&' && xmlReferenceError(char + tag.slice(at + reference.length), 0) === null
    return startsReference ? reference : char
  })
}

/** Returns a tag of a text as it is in a file, which might still be no tag of XML. */
export function writeTag(tag: string, { eol, charset }: XmlStyle): string {
  const written = tag.replace(/&(?:#\d+;)?|[^\0-\x7f]/gu, (found, at: number) => {
    if (found[0] !== '&') return isEncodable(found, charset) ? found : referenceTo(found)
    if (xmlReferenceError(tag, at) !== null) return referenceTo('&') + found.slice(1)
    return found.replace(REFERENCE, (reference, _, number: string) =>
      isReferenced(Number(number)) ? `&#0${reference.slice('&#'.length)}` : reference,
    )
  })
  return eol === '\n' ? written : written.replaceAll('\n', eol)
}

function referenceTo(char: string): string {
  return `&#${ZEROS}${char.codePointAt(0)};`
}

/** Whether `referenceTo` is used for a character. */
function isReferenced(code: number): boolean {
  return code === 0x26 || (code > 0x7f && isXmlCharacter(code))
}
