import { type OperationKind, runChecks } from '@dragoman/core'
import type { OperationRequest, Refusal } from '../types.ts'
import { checkInput } from './derive-flags.ts'
import type { InternalChange } from './internal-change.ts'
import type { Work } from './work.ts'

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
    const input = checkInput(work, key, text, key.texts.get(work.scope.source.id))
    const issues = input === null ? [] : runChecks(input).filter(({ severity }) => severity === 'error')
    if (issues.length === 0) return []
    return [{ code: 'failing-checks', keyId: change.keyId, language: change.language, issues }]
  })
}
