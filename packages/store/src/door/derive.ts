import {
  type CheckInput,
  type FormIssue,
  hasFailing,
  hasText,
  limitsOf,
  runChecks,
  sameForms,
  syntaxById,
  syntaxOfKey,
} from '@dragoman/core'
import type { LoweredText } from '../types.ts'
import type { Applied } from './apply.ts'
import { isSentBack } from './apply-texts.ts'
import type { KeyChange } from './change.ts'
import type { RefusedInChunk } from './current.ts'
import type { KeyFields, WorkKey, WorkText } from './keys-and-texts.ts'
import type { Loaded } from './load.ts'
import { isOutdated } from './outdated.ts'
import { namespaceName, type Scope } from './scope.ts'

/** A text to write, with what follows from it, and the one in the database. */
export type DerivedText = WorkText & {
  /** Null: it is new. */
  readonly was: WorkText | null
  /** The text or state was written. */
  readonly isWritten: boolean
  /** Written by an undo. */
  readonly isRestored: boolean
  /** What is derived from it is different now. */
  readonly isFlagged: boolean
}

export type DerivedKey = Omit<WorkKey, 'texts' | 'was' | 'written' | 'restored' | 'stillOutdated'> & {
  readonly was: KeyFields | null
  readonly texts: readonly DerivedText[]
}

/** The keys of a chunk as they are to be written: nothing is left to decide. */
export type Derived = { readonly scope: Scope; readonly keys: ReadonlyMap<number, DerivedKey> }

/** What becomes of approved texts in which a check finds an error. */
export type FailingApprovals = 'keep' | 'lower' | 'refuse'

/** Derives what is to be written, or returns a refusal for each approved text in which a check finds an error. */
export function derive(
  applied: Applied,
  { failing, changes }: { readonly failing: FailingApprovals; readonly changes: readonly KeyChange[] },
):
  | { readonly derived: Derived; readonly lowered: readonly LoweredText[] }
  | { readonly refusals: readonly RefusedInChunk[] } {
  const derived = deriveKeys(applied)
  if (failing === 'lower') return lowerFailing(applied, derived)
  if (failing === 'keep') return { derived, lowered: [] }
  const refusals = failingApprovals(applied, derived, changes)
  if (refusals.length > 0) return { refusals }
  // The others were not requested: keeping the words of a reviewed text approves them only if the checks pass.
  return { derived: lowerFailing(applied, derived).derived, lowered: [] }
}

/**
 * Derives the conditions of texts, outdated, failing and sourceless, for what was written and for translations of
 * a changed source; `checksAll`: checks the other texts too.
 */
export function deriveKeys({ loaded, keys }: Applied, checksAll = false): Derived {
  const derived = new Map<number, DerivedKey>()
  for (const key of keys.values()) derived.set(key.id, deriveKey(loaded, key, checksAll))
  return { scope: loaded.scope, keys: derived }
}

function deriveKey(loaded: Loaded, key: WorkKey, checksAll: boolean): DerivedKey {
  const { texts, was, written, restored, stillOutdated, ...fields } = key
  const source = texts.get(loaded.scope.source.id)
  const isSourceChanged = source !== undefined && written.has(source.languageId) && was !== null
  const isNewSource = isSourceChanged && !restored.has(source.languageId)
  const areRulesChanged = was !== null && haveRulesChanged(was.fields, key)
  const derived = Array.from(texts.values(), (text): DerivedText => {
    const isWritten = written.has(text.languageId)
    const isRestored = restored.has(text.languageId)
    const before = was?.texts.get(text.languageId) ?? null
    const isAffected = !key.isRemoved && (isWritten || isSourceChanged || areRulesChanged)
    // A translation written in the same transaction is made for the new source text, in any order.
    const staysOutdated = stillOutdated?.has(text.languageId) === true
    const isSaved = !isRestored && !staysOutdated && !(before !== null && isSentBack(before, text))
    const isMadeForIt = isNewSource && isSaved && text.version === source.version
    const sourceVersion = isMadeForIt ? source.version : text.sourceVersion
    let { outdated } = text
    if (isAffected && isMadeForIt) outdated = false
    else if (isAffected && !staysOutdated && (isSourceChanged || isRestored))
      outdated = isOutdated(loaded, key, text, source)
    else if (isAffected && isWritten && isSaved && before !== null) outdated = false
    const failing = isAffected || checksAll ? isFailing(loaded, key, text) : text.failing
    const sourceless = key.isRemoved ? text.sourceless : isSourceless(text, source)
    return withWas({ ...text, sourceVersion, outdated, failing, sourceless }, before, {
      isWritten,
      isRestored,
    })
  })
  return { ...fields, was: was?.fields ?? null, texts: derived }
}

function withWas(
  text: WorkText,
  was: WorkText | null,
  how: Pick<DerivedText, 'isWritten' | 'isRestored'>,
): DerivedText {
  const isFlagged =
    was !== null &&
    (text.sourceVersion !== was.sourceVersion ||
      text.outdated !== was.outdated ||
      text.failing !== was.failing ||
      text.sourceless !== was.sourceless)
  return { ...text, ...how, was, isFlagged }
}

function haveRulesChanged(was: KeyFields, key: WorkKey): boolean {
  return (
    was.maxLength !== key.maxLength ||
    was.syntax !== key.syntax ||
    was.plural !== key.plural ||
    was.namespaceId !== key.namespaceId
  )
}

function isSourceless(text: WorkText, source: WorkText | undefined): boolean {
  return text !== source && !hasText(text.forms) && !hasText(source?.forms ?? {})
}

function isFailing(loaded: Loaded, key: WorkKey, text: WorkText): boolean {
  const input = checkInput(loaded, key, text)
  return input !== null && hasFailing(input)
}

/** Returns what the checks need of a text; null if it is empty. */
function checkInput({ scope, limits }: Loaded, key: WorkKey, text: WorkText): CheckInput | null {
  const language = scope.languagesById.get(text.languageId)
  if (!language || !hasText(text.forms)) return null
  const namespace = namespaceName(scope, key.namespaceId)
  const file = { namespace, language: language.tag, sourceLanguage: scope.source.tag }
  return {
    syntax: syntaxOfKey(syntaxById(scope.project.syntax), { namespace, syntax: key.syntax }),
    sourceLanguage: scope.source.tag,
    language: language.tag,
    plural: key.plural,
    sourceForms: key.texts.get(scope.source.id)?.forms ?? {},
    forms: text.forms,
    maxLength: key.maxLength,
    limits: limitsOf(limits, file),
  }
}

function errorsIn({ loaded, keys }: Applied, keyId: number, text: WorkText): readonly FormIssue[] {
  const key = keys.get(keyId)
  const input = key === undefined ? null : checkInput(loaded, key, text)
  return input === null ? [] : runChecks(input).filter(({ severity }) => severity === 'error')
}

/** Returns a refusal for each text that the changes have approved although a check finds an error in it. */
function failingApprovals(
  applied: Applied,
  { scope, keys }: Derived,
  changes: readonly KeyChange[],
): readonly RefusedInChunk[] {
  return changes.flatMap((change, index): readonly RefusedInChunk[] => {
    if (change.kind !== 'translate' || change.state !== 'reviewed') return []
    const { keyId, language } = change
    const languageId = scope.languages.get(language)?.id
    const text = keys.get(keyId)?.texts.find((one) => one.languageId === languageId)
    if (text === undefined || !isApproved(text) || !text.failing) return []
    const issues = errorsIn(applied, keyId, text)
    return issues.length === 0 ? [] : [{ code: 'failing-checks', keyId, language, issues, change: index }]
  })
}

/**
 * Makes *translated* what was written as *reviewed* although a check finds an error in it, and returns these texts.
 * One that was *translated* with the same words is not written again.
 */
function lowerFailing(
  applied: Applied,
  derived: Derived,
): { readonly derived: Derived; readonly lowered: readonly LoweredText[] } {
  const { scope } = derived
  const lowered: LoweredText[] = []
  const keys = new Map<number, DerivedKey>()
  for (const key of derived.keys.values()) {
    const texts = key.texts.map((text) => {
      if (!isApproved(text) || key.isRemoved || !text.failing || errorsIn(applied, key.id, text).length === 0)
        return text
      const { id: keyId, name, plural } = key
      const language = scope.languagesById.get(text.languageId)?.tag ?? ''
      lowered.push({ keyId, language, namespace: namespaceName(scope, key.namespaceId), name, plural })
      return loweredText(text)
    })
    keys.set(key.id, { ...key, texts })
  }
  return { derived: { scope, keys }, lowered }
}

/** What was reviewed already is not written, and what is for an earlier source text is not approved. */
function isApproved({ isWritten, isRestored, state, outdated }: DerivedText): boolean {
  return isWritten && !isRestored && state === 'reviewed' && !outdated
}

function loweredText(text: DerivedText): DerivedText {
  const { was, isRestored } = text
  const state = 'translated'
  if (was !== null && !was.outdated && was.state === state && sameForms(was.forms, text.forms))
    return withWas(was, was, { isWritten: false, isRestored })
  return { ...text, state }
}
