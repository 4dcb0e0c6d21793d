import { isPlainKeyName } from '@dragoman/core'
import { isEncodable } from '../bytes/charset.ts'
import { EditError } from '../edit/edit-error.ts'
import { encodeAttribute } from '../source/value-style.ts'
import type { ExchangeDialect } from './exchange-shape.ts'

/** Checks an id. In TBX it is an XML name, as its schemas require (ISO 30042:2019), in TMX any text. */
export function checkId(dialect: ExchangeDialect, name: string): void {
  const isUsable = dialect.hasXmlIds
    ? /^[A-Za-z_\u00c0-\uffff][-.\w\u00b7-\uffff]*$/.test(name)
    : isPlainKeyName(name)
  if (!isUsable || /\p{Surrogate}|[\ufffe\uffff]/u.test(name)) throw new EditError('unusable-path', name)
}

/** Returns an id for double quotes, with references for characters that the file's charset lacks. */
export function writeId(name: string, charset: string): string {
  const written = encodeAttribute(name, '"')
  return isEncodable(written, charset)
    ? written
    : written.replaceAll(/[^\0-\x7f]/gu, (char) =>
        isEncodable(char, charset) ? char : `&#${char.codePointAt(0)};`,
      )
}
