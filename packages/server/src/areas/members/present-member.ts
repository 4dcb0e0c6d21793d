import type { MemberReply, RightsReply } from '@dragoman/contract'
import type { MemberRow, OwnMembership } from '@dragoman/store'

export function presentMember(row: MemberRow): MemberReply {
  const { name, version } = row
  const common = { name, version, rights: row.rights && presentRights(row.rights) }
  switch (row.kind) {
    case 'person':
      return { ...common, kind: 'person', who: `user:${row.id}`, isOwner: row.isOwner, seenAt: row.seenAt }
    case 'group':
      return { ...common, kind: 'group', who: `group:${row.id}`, people: row.people }
    case 'invitation': {
      const { number, used, expiresAt, invitedBy } = row.invitation
      return {
        ...common,
        kind: 'invitation',
        who: `invitation:${row.id}`,
        number,
        used,
        expiresAt,
        invitedBy,
      }
    }
  }
}

export function presentRights({ role, languages, namespaces }: OwnMembership): RightsReply {
  return { role, languages: languages && [...languages], namespaces: namespaces && [...namespaces] }
}

/** Returns the rights as they were sent, with each language and namespace once. */
export function rightsFrom({ role, languages, namespaces }: RightsReply): OwnMembership {
  return {
    role,
    languages: languages && new Set(languages),
    namespaces: namespaces && new Set(namespaces),
  }
}
