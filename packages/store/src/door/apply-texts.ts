import { type Forms, hasText, normalizeForms, sameForms, type TranslationState } from '@dragoman/core'
import type { ChangeRequest, Refusal } from '../types.ts'
import type { InternalChange } from './change.ts'
import type { Current, Effect } from './current.ts'
import type { WorkKey, WorkText } from './keys-and-texts.ts'
import { isOutdated, seenSource } from './outdated.ts'
import { shownText } from './shown-text.ts'

type Translate = Extract<ChangeRequest, { kind: 'translate' }>

/** Saves a text; nothing if it stays as it is. Refused as `stale-edit` if someone else changed it since. */
export function translate(now: Current, change: Translate): Effect {
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
  const isSame = sameForms(forms, text.forms)
  const asked = stateFor(forms, change.state, isSame ? text.state : 'translated')
  const { earlier, sourceVersion, staysOutdated } = sourceOf(now, found, change, { forms, state: asked })
  const approves = asked === 'reviewed' && !(isSame && text.state === 'reviewed')
  const isMoved = change.isMoved === true
  const confirmsIssues = change.confirmsIssues === true && text.failing && text.state === 'translated'
  const state = approves && earlier !== null && !isMoved ? 'translated' : asked
  const confirmsSource = text.outdated && change.baseVersion !== undefined && earlier !== text.sourceVersion
  const confirms = confirmsSource || confirmsIssues
  const moves = isMoved && (text.outdated !== (earlier !== null) || isByOther(text, change))
  if (isSame && state === text.state && !confirms && !moves) return { keys: [] }
  const stillOutdated = new Set(key.stillOutdated).add(text.languageId)
  return written(staysOutdated ? { ...key, stillOutdated } : key, {
    ...writtenText(now, text, { forms, state, sourceVersion }),
    outdated: text.outdated || earlier !== null,
    ...otherAuthor(now, text, change, forms),
    withKey: belongsToKey(now, found),
  })
}

function isByOther({ actor }: WorkText, { author }: Translate): boolean {
  return author !== undefined && (actor?.id !== author.id || actor.name !== author.name)
}

type FoundText = { readonly key: WorkKey; readonly text: WorkText }

/** Returns the version of the source text that the text translates, and whether that is an earlier one. */
function sourceOf(
  now: Current,
  { key, text }: FoundText,
  change: Translate,
  to: Pick<WorkText, 'forms' | 'state'>,
): { readonly earlier: number | null; readonly sourceVersion: number; readonly staysOutdated: boolean } {
  const isBack = isSentBack(text, to)
  const earlier = isBack ? null : earlierSource(now, key, { ...text, forms: to.forms }, change)
  const isConverted = change.isConversion === true && text.outdated && hasText(to.forms)
  const current = key.texts.get(now.loaded.scope.source.id)?.version ?? 0
  return {
    earlier,
    sourceVersion: isConverted || isBack ? text.sourceVersion : (earlier ?? current),
    staysOutdated: isConverted || earlier !== null,
  }
}

/** Returns the author if that is not who saves. Changing only the state or the plural kind keeps the author of the words. */
function otherAuthor(
  { by }: Current,
  text: WorkText,
  { author: named, isConversion }: Translate,
  forms: Forms,
): Partial<Pick<WorkText, 'actor' | 'author'>> {
  const keepsWords = (sameForms(forms, text.forms) || isConversion === true) && hasText(forms)
  const author = named ?? (keepsWords ? text.actor : null)
  return author === null || author.id === by.actor.id ? {} : { actor: author, author }
}

/**
 * Returns whether the text is the first one of a key that an earlier transaction of this operation added: undoing
 * removes both together.
 */
function belongsToKey({ by: { operationId } }: Current, { key, text }: FoundText): boolean {
  if (key.operationId !== operationId) return false
  const was = key.was?.texts.get(text.languageId)
  return was?.version === 0 || (was?.withKey === true && was.operationId === operationId)
}

/**
 * Returns whether a change that requests no state would leave a text reviewed for a source text that it was not
 * reviewed with: that is an approval.
 */
export function confirmsReviewed(now: Current, change: Translate): boolean {
  if (change.state !== undefined || change.isConversion === true) return false
  const found = findText(now, change)
  if ('refusal' in found) return false
  const { key, text } = found
  const forms = normalizeForms(change.forms)
  if (text.state !== 'reviewed' || !text.outdated || !sameForms(forms, text.forms)) return false
  if (change.baseVersion !== text.version) return false // refused as stale, or not a confirmation
  return earlierSource(now, key, text, change) !== text.sourceVersion
}

/**
 * Returns the version of the source text for which the person made the text, if it has been replaced by different words
 * since that they have not seen; null otherwise.
 */
function earlierSource(
  { loaded }: Current,
  key: WorkKey,
  text: WorkText,
  change: Pick<Translate, 'sourceVersion' | 'sourceForms'>,
): number | null {
  const source = key.texts.get(loaded.scope.source.id)
  const seen = seenSource(loaded, key, change)
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

function findText(
  { loaded, keys }: Current,
  { keyId, language: tag }: { readonly keyId: number; readonly language: string },
): FoundText | { readonly refusal: Refusal } {
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
