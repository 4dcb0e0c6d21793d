import type { OperationReply } from '@dragoman/contract'
import type { TFunction } from 'i18next'
import type { Formats } from '../../i18n/formats.ts'
import { verdictOf } from './verdict-of.ts'

const MOST_LANGUAGES = 4

/**
 * Describes what an operation changed in short parts: `6 new keys`, `24 texts`, `German`. A save of one
 * string needs no count, as its key is shown.
 */
export function describeOperation(
  operation: OperationReply,
  t: TFunction<'activity'>,
  formats: Formats,
): readonly string[] {
  const { keysAdded, keysRemoved, keysEdited, languages, key, reason } = operation.summary
  // Rejecting a suggestion writes no text.
  const translations = verdictOf(operation)?.count ?? operation.summary.translations
  const pieces: string[] = []
  if (keysAdded > 0) pieces.push(t('keysAdded', { count: keysAdded }))
  if (keysRemoved > 0) pieces.push(t('keysRemoved', { count: keysRemoved }))
  if (keysEdited > 0) pieces.push(t('keysEdited', { count: keysEdited }))
  if (translations > 0 && !(translations === 1 && key !== undefined)) {
    pieces.push(t('texts', { count: translations }))
  }
  if (languages.length > MOST_LANGUAGES) pieces.push(t('languages', { count: languages.length }))
  else if (languages.length > 0) pieces.push(formats.list(languages.map(formats.languageName)))
  if (reason !== undefined)
    pieces.push([t(`reason.${reason.kind}`), reason.text].filter((part) => part !== '').join(' – '))
  return pieces
}
