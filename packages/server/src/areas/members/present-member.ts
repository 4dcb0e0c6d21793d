import type { GrantReply, MemberReply, RightsReply } from '@dragoman/contract'
import { readGrant } from '@dragoman/core'
import type { MemberRow, OwnMembership } from '@dragoman/store'

export function presentMember(row: MemberRow): MemberReply {
  const { name, version } = row
  const common = { name, version, rights: row.rights && presentRights(row.rights) }
  switch (row.kind) {
    case 'person': {
      const { isOwner, isSuspended, seenAt } = row
      const groups = [...row.groups]
      return { ...common, kind: 'person', who: `user:${row.id}`, isOwner, isSuspended, seenAt, groups }
    }
    case 'group':
      return { ...common, kind: 'group', who: `group:${row.id}`, people: row.people }
    case 'invitation': {
      const { number, used, expiresAt, invitedBy, note } = row.invitation
      return {
        ...common,
        kind: 'invitation',
        who: `invitation:${row.id}`,
        number,
        used,
        expiresAt,
        invitedBy,
        note,
      }
    }
  }
}

export function presentRights({ role, grants = [], ...limits }: OwnMembership): RightsReply {
  const further = grants.map((grant): GrantReply => ({ role: grant.role, ...presentLimits(grant) }))
  return { role, ...presentLimits(limits), ...(further.length === 0 ? {} : { grants: further }) }
}

export function presentLimits({ languages, namespaces }: Pick<OwnMembership, 'languages' | 'namespaces'>) {
  return { languages: languages && [...languages], namespaces: namespaces && [...namespaces] }
}

/** Returns the rights as they were sent, with each language and namespace once. */
export function rightsFrom({ role, grants = [], ...limits }: RightsReply): OwnMembership {
  const further = grants.map((grant) => readGrant({ role: grant.role, ...limitsFrom(grant) }))
  return { role, ...limitsFrom(limits), ...(further.length === 0 ? {} : { grants: further }) }
}

function limitsFrom({ languages, namespaces }: Pick<RightsReply, 'languages' | 'namespaces'>) {
  return {
    languages: languages && new Set(languages),
    namespaces: namespaces && new Set(namespaces),
  }
}
