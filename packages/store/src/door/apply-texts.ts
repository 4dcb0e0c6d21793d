import {
  type Forms,
  hasText,
  normalizeForms,
  type RecordedActor,
  sameForms,
  type TranslationState,
} from '@dragoman/core'
import type { ChangeRequest, Refusal } from '../types.ts'
import type { InternalChange } from './change.ts'
import type { Current, Effect } from './current.ts'
import type { WorkKey, WorkText } from './keys-and-texts.ts'
import { isOutdated } from './outdated.ts'
import { shownText } from './shown-text.ts'

export function translate(now: Current, change: Extract<ChangeRequest, { kind: 'translate' }>): Effect {
  const found = findText(now, change)
  if ('refusal' in found) return found
  const { key, text } = found
  if (change.baseVersion !== undefined && change.baseVersion !== text.version)
    return {
      refusal: {
        code: 'stale-edit',
        keyId: change.keyId,
        language: change.language,
        current: shownText(change, text),
      },
    }
  const forms = normalizeForms(change.forms)
  const same = sameForms(forms, text.forms)
  const source = key.texts.get(now.loaded.scope.source.id)
  const asked = stateFor(forms, change.state, same ? text.state : 'translated')
  const isBack = isSentBack(text, { forms, state: asked })
  const earlier = isBack ? null : earlierSource(now, key, { ...text, forms }, change.sourceVersion)
  const approves = asked === 'reviewed' && !(same && text.state === 'reviewed')
  const state = approves && earlier !== null ? 'translated' : asked
  const confirms = text.outdated && change.baseVersion !== undefined && earlier !== text.sourceVersion
  if (same && state === text.state && !confirms) return { keys: [] }
  // Changing only the state or the plural kind does not change the author of the words.
  const keepsAuthor = (same || change.isConversion === true) && hasText(forms)
  const author = change.author ?? (keepsAuthor ? text.actor : null)
  const isOther = author !== null && author.id !== now.by.actor.id
  const isConverted = change.isConversion === true && text.outdated && hasText(forms)
  const staysOutdated = isConverted || earlier !== null
  const sourceVersion = isConverted || isBack ? text.sourceVersion : (earlier ?? source?.version ?? 0)
  // The first text of a key that an earlier transaction of this operation added belongs to the key: undoing
  // removes both together.
  const isOwnKey = key.operationId === now.by.operationId
  const was = key.was?.texts.get(text.languageId)
  const withKey =
    isOwnKey && (was?.version === 0 || (was?.withKey === true && was.operationId === now.by.operationId))
  const stillOutdated = new Set(key.stillOutdated).add(text.languageId)
  return written(staysOutdated ? { ...key, stillOutdated } : key, {
    ...writtenText(now, text, { forms, state, sourceVersion }),
    outdated: text.outdated || earlier !== null,
    ...(isOther ? authorship(author) : {}),
    withKey,
  })
}

/**
 * Returns whether a change that requests no state would leave a text reviewed for a source text that it was not
 * reviewed with: that is an approval.
 */
export function confirmsReviewed(
  now: Current,
  change: Extract<ChangeRequest, { kind: 'translate' }>,
): boolean {
  if (change.state !== undefined || change.isConversion === true) return false
  const found = findText(now, change)
  if ('refusal' in found) return false
  const { key, text } = found
  const forms = normalizeForms(change.forms)
  if (text.state !== 'reviewed' || !text.outdated || !sameForms(forms, text.forms)) return false
  if (change.baseVersion !== text.version) return false // refused as stale, or not a confirmation
  return earlierSource(now, key, text, change.sourceVersion) !== text.sourceVersion
}

/**
 * Returns the version of the source text for which the person made the text, if it has been replaced by different words
 * since that they have not seen; null otherwise.
 */
function earlierSource(
  { loaded }: Current,
  key: WorkKey,
  text: WorkText,
  seen: number | undefined,
): number | null {
  const source = key.texts.get(loaded.scope.source.id)
  if (seen === undefined || source === undefined || seen >= source.version) return null
  if (text.languageId === source.languageId) return null
  return isOutdated(loaded, key, { ...text, sourceVersion: seen }, source) ? seen : null
}

/** Whether the same words become a draft, as by a rejection: they are still those for an earlier source text. */
export function isSentBack(
  was: Pick<WorkText, 'forms' | 'state'>,
  is: Pick<WorkText, 'forms' | 'state'>,
): boolean {
  return is.state === 'draft' && was.state !== 'draft' && sameForms(was.forms, is.forms)
}

export function restoreText(now: Current, change: Extract<InternalChange, { kind: 'restore-text' }>): Effect {
  const found = findText(now, change)
  if ('refusal' in found) return found
  const { key, text } = found
  const { forms, state, sourceVersion, operationId, withKey, author } = change.before
  const isSame = sameForms(forms, text.forms) && state === text.state
  // The same text can still belong to another operation: it has to belong to its original one again before
  // that can be undone as well.
  if (isSame && operationId === text.operationId) return { keys: [] }
  const restored = new Set(key.restored).add(text.languageId)
  const to = writtenText(now, text, { forms, state, sourceVersion })
  return written({ ...key, restored }, { ...to, operationId, withKey, author })
}

function written(key: WorkKey, text: WorkText): Effect {
  const texts = new Map(key.texts).set(text.languageId, text)
  return { keys: [{ ...key, texts, written: new Set(key.written).add(text.languageId) }] }
}

/** Returns the text as the operation writes it. */
function writtenText(
  { by, loaded }: Current,
  text: WorkText,
  { forms, state, sourceVersion }: Pick<WorkText, 'forms' | 'state' | 'sourceVersion'>,
): WorkText {
  const { version, operationId, actor, at } = by
  return {
    ...text,
    forms,
    state,
    version,
    sourceVersion: text.languageId === loaded.scope.source.id ? version : sourceVersion,
    operationId,
    actor,
    author: undefined,
    updatedAt: at,
    withKey: false,
  }
}

function authorship(author: RecordedActor): Pick<WorkText, 'actor' | 'author'> {
  return { actor: author, author }
}

function findText(
  { loaded, keys }: Current,
  { keyId, language: tag }: { readonly keyId: number; readonly language: string },
): { readonly key: WorkKey; readonly text: WorkText } | { readonly refusal: Refusal } {
  const language = loaded.scope.languages.get(tag)
  if (!language) return { refusal: { code: 'unknown-language', language: tag } }
  const key = keys.get(keyId)
  // The caller finds out for all refusals together which of these keys were removed.
  if (key === undefined || key.isRemoved) return { refusal: { code: 'not-found', keyId } }
  const text = key.texts.get(language.id)
  if (!text) throw new Error(`key ${key.id} has no row for ${tag}`)
  return { key, text }
}

/** Returns the state for a text: untranslated if and only if it is empty. */
export function stateFor(
  forms: Forms,
  asked: TranslationState | undefined,
  otherwise: TranslationState,
): TranslationState {
  if (!hasText(forms)) return 'untranslated'
  const state = asked ?? otherwise
  return state === 'untranslated' ? 'draft' : state
}
