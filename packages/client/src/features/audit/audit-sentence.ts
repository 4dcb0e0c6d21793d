import { type AuditEntryReply, rightsSchema } from '@dragoman/contract'
import { AUDIENCES, SHARED_ROLES } from '@dragoman/core'
import type { TFunction } from 'i18next'
import type { RightsChange } from '../../components/use-change-words.ts'

/**
 * Returns what an entry says, as a sentence with the names of who did it and what it was done to. `rightsWords` says
 * what a change of rights did. Entries of kinds without a sentence get the words of their kind.
 */
export function auditSentence(
  entry: AuditEntryReply,
  t: TFunction<'audit'>,
  { actor, rightsWords }: { readonly actor: string; readonly rightsWords: (change: RightsChange) => string },
): string {
  const { kind, details, target, project, projectName } = entry
  const name = projectName ?? project ?? target
  const change = rightsOf(entry)
  if (change !== null) return t('said.rights', { actor, change: rightsWords(change) })
  const shared = sharingOf(details.sharing)
  if (kind === 'project.changed' && shared !== null)
    return t(`said.shared-${shared.with}-${shared.with === 'members' ? 'reader' : shared.role}`, {
      actor,
      project: name,
    })
  if (kind === 'project.changed' && typeof details.name === 'string')
    return t('said.renamed', { actor, name: details.name })
  const what = t(`kind.${kind.replace('.', '-')}`, { defaultValue: kind })
  const of = kind.startsWith('project.') ? name : target
  return actor === '' || of === actor
    ? t('said.own', { actor, what, target: of })
    : t('said.other', { actor, what, target: of })
}

/** Returns the rights before and after; null for entries that change none. */
export function rightsOf({ kind, details, target }: AuditEntryReply): RightsChange | null {
  if (kind !== 'membership.changed' && kind !== 'membership.removed') return null
  const before = rightsSchema.nullable().safeParse(details.before)
  const after = rightsSchema.nullable().safeParse(details.after)
  if (!before.success || !after.success) return null
  return { name: target, before: before.data, after: after.data }
}

function sharingOf(value: unknown) {
  if (typeof value !== 'object' || value === null || !('with' in value) || !('role' in value)) return null
  const audience = AUDIENCES.find((one) => one === value.with)
  const role = SHARED_ROLES.find((one) => one === value.role)
  return audience === undefined || role === undefined ? null : { with: audience, role }
}
