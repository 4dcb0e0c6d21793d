import { isPlainKeyName } from '@dragoman/core'
import { isEncodable } from '../bytes/charset.ts'
import { EditError } from '../edit/edit-error.ts'
import { encodeAttribute } from '../source/value-style.ts'
import type { ExchangeDialect } from './exchange-shape.ts'

/** In TBX an id is a name of XML, as its schemas ask for (ISO 30042:2019), in TMX any text. */
export function checkId(dialect: ExchangeDialect, name: string): void {
  const isUsable = dialect.hasXmlIds
    ? /^[A-Za-z_\u00c0-\uffff][-.\w\u00b7-\uffff]*$/.test(name)
    : isPlainKeyName(name)
  if (!isUsable || /\p{Surrogate}|[\ufffe\uffff]/u.test(name)) throw new EditError('unusable-path', name)
}

/** An id between double quotes; characters that the charset of the file lacks as references. */
export function writeId(name: string, charset: string): string {
  const written = encodeAttribute(name, '"')
  return isEncodable(written, charset)
    ? written
    : written.replaceAll(/[^\0-\x7f]/gu, (char) =>
        isEncodable(char, charset) ? char : `&#${char.codePointAt(0)};`,
      )
}
