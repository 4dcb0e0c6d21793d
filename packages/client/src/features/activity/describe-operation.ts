import type { OperationReply } from '@dragoman/contract'
import type { TFunction } from 'i18next'
import type { Formats } from '../../i18n/formats.ts'
import { shownKeyName } from '../../lib/text/shown-key-name.ts'
import { verdictOf } from './verdict-of.ts'

const MOST_LANGUAGES = 4

/** Returns the verb of what an operation did: `saved`, `rejected`. */
export function operationVerb(operation: OperationReply, t: TFunction<'activity'>): string {
  const verdict = verdictOf(operation)
  return verdict === null ? t(`kind.${operation.kind}`) : t(`verdict.${verdict.kind}`)
}

/** Names an operation in one line of plain text, with the words of its line in the list: `saved cart.title · German`. */
export function nameOperation(operation: OperationReply, t: TFunction<'activity'>, formats: Formats): string {
  const { key, origin } = operation.summary
  const about = key !== undefined ? shownKeyName(key.name) : origin === undefined ? origin : lastPart(origin)
  const said = [operationVerb(operation, t), about].filter((part) => part !== undefined).join(' ')
  return [said, ...describeOperation(operation, t, formats)].join(' · ')
}

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

/** Returns the end of a path, which distinguishes it from others. */
export function lastPart(path: string): string {
  return path.split(/[/\\]/).slice(-2).join('/')
}
