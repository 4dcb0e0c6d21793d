import {
  type Forms,
  hasText,
  normalizeForms,
  type RecordedActor,
  sameForms,
  type TranslationState,
} from '@dragoman/core'
import type { ChangeRequest, TranslationRow } from '../types.ts'
import { existingKey } from './existing-key.ts'
import type { InternalChange } from './internal-change.ts'
import { stateFor } from './state-for.ts'
import type { Work } from './work.ts'
import type { WorkText } from './working-set.ts'

export function translate(job: Work, change: Extract<ChangeRequest, { kind: 'translate' }>): void {
  const text = existingText(job, change)
  if (!text) return
  if (change.baseVersion !== undefined && change.baseVersion !== text.version) {
    job.refusals.push({
      code: 'stale-edit',
      keyId: change.keyId,
      language: change.language,
      current: shownText(change, text),
    })
    return
  }
  const forms = normalizeForms(change.forms)
  const same = sameForms(forms, text.forms)
  const state = stateFor(forms, change.state, same ? text.state : 'translated')
  const confirms = text.outdated && change.baseVersion !== undefined
  if (same && state === text.state && !confirms) return
  text.sourceVersion = sourceVersion(job, change.keyId)
  // Changing only the state does not change the author of the words.
  const author = change.author ?? (same && hasText(forms) ? text.actor : null)
  write(job, text, forms, state)
  if (author !== null && !isActor(job, author)) {
    text.author = author
    text.actor = author
  }
  // The first text of a key that an earlier transaction of this operation added belongs to the key: undoing
  // removes both together.
  const isOwnKey = job.set.keys.get(change.keyId)?.operationId === job.tally.operationId
  text.withKey =
    isOwnKey &&
    (text.was?.version === 0 ||
      (text.was?.withKey === true && text.was.operationId === job.tally.operationId))
}

export function restoreText(job: Work, change: Extract<InternalChange, { kind: 'restore-text' }>): void {
  const text = existingText(job, change)
  if (!text) return
  const { before } = change
  const isSame = sameForms(before.forms, text.forms) && before.state === text.state
  // The same text can still belong to another operation: it has to belong to its original one again before
  // that can be undone as well.
  if (isSame && before.operationId === text.operationId) return
  text.sourceVersion = before.sourceVersion
  write(job, text, before.forms, before.state)
  text.operationId = before.operationId
  text.withKey = before.withKey
  text.author = before.author
  text.restored = true
}

function isActor({ tally }: Work, { id }: RecordedActor): boolean {
  return id === tally.actor.id
}

function write(job: Work, text: WorkText, forms: Forms, state: TranslationState): void {
  const { tally, scope } = job
  text.forms = forms
  text.state = state
  text.version = tally.version
  if (text.languageId === scope.source.id) text.sourceVersion = text.version
  text.operationId = tally.operationId
  text.actor = tally.actor
  text.author = undefined
  text.updatedAt = tally.at
  text.withKey = false
  text.written = true
}

function existingText(
  job: Work,
  change: { readonly keyId: number; readonly language: string },
): WorkText | null {
  const language = job.scope.languages.get(change.language)
  if (!language) {
    job.refusals.push({ code: 'unknown-language', language: change.language })
    return null
  }
  const key = existingKey(job, change.keyId)
  if (!key) return null
  const text = key.texts.get(language.id)
  if (!text) throw new Error(`key ${key.id} has no row for ${change.language}`)
  return text
}

function sourceVersion(job: Work, keyId: number): number {
  return job.set.keys.get(keyId)?.texts.get(job.scope.source.id)?.version ?? 0
}

/** Returns a text in memory as readers see it. */
export function shownText(
  change: { readonly keyId: number; readonly language: string },
  text: WorkText,
): TranslationRow {
  const { forms, state, version, sourceVersion: made, outdated, failing, actor, updatedAt } = text
  return {
    keyId: change.keyId,
    language: change.language,
    forms,
    state,
    version,
    sourceVersion: made,
    outdated,
    failing,
    actor,
    updatedAt,
  }
}
