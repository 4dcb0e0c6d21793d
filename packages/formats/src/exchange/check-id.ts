import { isPlainKeyName } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import type { ExchangeDialect } from './exchange-shape.ts'

/** Checks an id. In TBX it is an XML name, as its schemas require (ISO 30042:2019), in TMX any text. */
export function checkId(dialect: ExchangeDialect, name: string): void {
  const isUsable = dialect.hasXmlIds
    ? /^[A-Za-z_\u00c0-\uffff][-.\w\u00b7-\uffff]*$/.test(name)
    : isPlainKeyName(name)
  if (!isUsable || /\p{Surrogate}|[\ufffe\uffff]/u.test(name)) throw new EditError('unusable-path', name)
}
