import { type FormIssue, type OperationKind, runChecks, sameForms } from '@dragoman/core'
import type { LoweredText, OperationRequest, Refusal } from '../types.ts'
import { checkInput } from './derive-flags.ts'
import type { InternalChange } from './internal-change.ts'
import type { Work } from './work.ts'
import type { WorkKey, WorkText } from './working-set.ts'

/**
 * Operations in which a person approves texts. Others, such as an undo or a sync, bring states that texts have
 * elsewhere.
 */
const APPROVES: ReadonlySet<OperationKind> = new Set(['save', 'bulk', 'review'])

/** Returns whether an operation has to pass the checks: it approves texts, and no one has confirmed that they fail. */
export function requiresChecks({
  kind,
  approvesFailing,
}: Pick<OperationRequest, 'kind' | 'approvesFailing'>): boolean {
  return APPROVES.has(kind) && approvesFailing !== true
}

/** Returns a refusal for each text that the changes have approved although a check finds an error in it. */
export function failingApprovals(work: Work, changes: readonly InternalChange[]): readonly Refusal[] {
  return changes.flatMap((change): readonly Refusal[] => {
    if (change.kind !== 'translate' || change.state !== 'reviewed') return []
    const key = work.set.keys.get(change.keyId)
    const text = key?.texts.get(work.scope.languages.get(change.language)?.id ?? 0)
    // What was reviewed already was not written.
    if (key === undefined || text === undefined || !text.written || !text.failing) return []
    const issues = errorsIn(work, key, text)
    if (issues.length === 0) return []
    return [{ code: 'failing-checks', keyId: change.keyId, language: change.language, issues }]
  })
}

/**
 * Makes *translated* what was written as *reviewed* although a check finds an error in it, and returns these texts.
 * One that was *translated* with the same words is not written again.
 */
export function lowerFailing(work: Work): readonly LoweredText[] {
  const lowered: LoweredText[] = []
  for (const key of work.set.keys.values()) {
    if (key.removed) continue
    for (const text of key.texts.values()) {
      const isApproved = text.written && text.state === 'reviewed' && !text.restored
      if (!isApproved || !text.failing || errorsIn(work, key, text).length === 0) continue
      text.state = 'translated'
      keepIfSame(text)
      const { id: keyId, name, plural } = key
      const namespace = work.scope.namespacesById.get(key.namespaceId)?.name ?? ''
      const language = work.scope.languagesById.get(text.languageId)?.tag ?? ''
      lowered.push({ keyId, language, namespace, name, plural })
    }
  }
  return lowered
}

function keepIfSame(text: WorkText): void {
  const { was } = text
  if (was === null || was.outdated || was.state !== text.state || !sameForms(was.forms, text.forms)) return
  Object.assign(text, { ...was, author: was.author, written: false })
}

function errorsIn(work: Work, key: WorkKey, text: WorkText): readonly FormIssue[] {
  const input = checkInput(work, key, text, key.texts.get(work.scope.source.id))
  return input === null ? [] : runChecks(input).filter(({ severity }) => severity === 'error')
}
