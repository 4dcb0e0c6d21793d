import {
  type CheckInput,
  hasFailing,
  hasText,
  limitsOf,
  sameForms,
  syntaxById,
  syntaxOfKey,
} from '@dragoman/core'
import type { Work } from './work.ts'
import type { WorkKey, WorkText } from './working-set.ts'

/**
 * Sets the conditions derived from the texts, outdated, failing and sourceless, for what was written and for
 * translations of a changed source.
 */
export function deriveFlags(work: Work): void {
  for (const key of work.set.keys.values()) {
    if (key.removed) continue
    const source = key.texts.get(work.scope.source.id)
    const sourceChanged = source?.written === true && source.was !== null
    const rulesChanged =
      key.was !== null &&
      (key.was.maxLength !== key.maxLength ||
        key.was.syntax !== key.syntax ||
        key.was.plural !== key.plural ||
        key.was.namespaceId !== key.namespaceId)
    for (const text of key.texts.values()) {
      text.sourceless = isSourceless(text, source)
      if (!text.written && !sourceChanged && !rulesChanged) continue
      if (sourceChanged || text.restored) text.outdated = isOutdated(work, key, text, source)
      else if (text.written && text.was !== null) text.outdated = false
      text.failing = isFailing(work, key, text, source)
    }
  }
}

/**
 * Returns whether the text was translated from a different source text than the current one. A source that
 * was changed and changed back is the same text again, and a source that was empty when the translation was
 * made cannot make it outdated.
 */
function isOutdated(work: Work, key: WorkKey, text: WorkText, source: WorkText | undefined): boolean {
  if (!source || text === source || !hasText(text.forms) || !hasText(source.forms)) return false
  if (text.sourceVersion === 0 || text.sourceVersion === source.version) return false
  if (source.was && source.was.version === text.sourceVersion)
    return !sameForms(source.was.forms, source.forms)
  const earlier = work.set.sourceHistory.get(key.id)?.find(({ version }) => version === text.sourceVersion)
  return !earlier || !sameForms(earlier.forms, source.forms)
}

function isSourceless(text: WorkText, source: WorkText | undefined): boolean {
  return text !== source && !hasText(text.forms) && !hasText(source?.forms ?? {})
}

export function isFailing(work: Work, key: WorkKey, text: WorkText, source: WorkText | undefined): boolean {
  const input = checkInput(work, key, text, source)
  return input !== null && hasFailing(input)
}

/** Returns what the checks need of a text; null if it is empty. */
export function checkInput(
  work: Work,
  key: WorkKey,
  text: WorkText,
  source: WorkText | undefined,
): CheckInput | null {
  const language = work.scope.languagesById.get(text.languageId)
  if (!language || !hasText(text.forms)) return null
  const namespace = work.scope.namespacesById.get(key.namespaceId)?.name ?? ''
  return {
    syntax: syntaxOfKey(syntaxById(work.scope.project.syntax), { namespace, syntax: key.syntax }),
    sourceLanguage: work.scope.source.tag,
    language: language.tag,
    plural: key.plural,
    sourceForms: source?.forms ?? {},
    forms: text.forms,
    maxLength: key.maxLength,
    limits: limitsOf(work.set.limits, {
      namespace,
      language: language.tag,
      sourceLanguage: work.scope.source.tag,
    }),
  }
}
