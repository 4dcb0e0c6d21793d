import { type AccessAnswerReply, Failure } from '@dragoman/contract'
import {
  type AccessHelp,
  type AccessQuestion,
  answerAccess,
  explainMembership,
  isInAllLanguages,
  isSharedRole,
  isTextAction,
  type MemberRef,
  type Membership,
  type Principal,
  readMemberRef,
} from '@dragoman/core'
import { groupRights, invitationById, type OwnMembership, type Reader, userById } from '@dragoman/store'
import { principalOf, principalWith, visitor } from '../../access/principal-of.ts'
import { presentLimits, presentRights } from './present-member.ts'

type Asked = AccessQuestion & { readonly who: MemberRef | 'visitor' }

/** Returns the question as it is asked before a change: for all languages, if the action concerns them. */
function asChecked<Q extends AccessQuestion>(question: Q): Q {
  return isInAllLanguages(question.action) ? { ...question, language: null } : question
}

/**
 * Explains the access of someone in the list of members, or of a visitor; it does not reveal whether other
 * people exist.
 */
export async function explainAccess(
  r: Reader,
  { projectId, who, ...given }: Asked,
): Promise<AccessAnswerReply> {
  const asked = asChecked({ ...given, projectId })
  const groups = await groupRights(r, projectId)
  const names = new Map(groups.map(({ groupId, name }) => [groupId, name]))
  const found = await principalFor(r, projectId, who)
  if (found === null) throw new Failure('not-found', { what: 'member' })
  const { principal, isSuspended } = found
  const isPerson = who !== 'visitor' && readMemberRef(who).kind === 'user'
  // Groups and invitations have rights of their own.
  const answer = answerAccess(principal, asked, isPerson ? groups : [])
  const { by } = answer
  const present = principal.memberships.get(projectId) ?? []
  const own = present.filter(({ groupId }) => groupId === null)
  const target = isTextAction(asked.action)
    ? ({ on: 'text', projectId, language: asked.language, namespace: asked.namespace } as const)
    : ({ on: 'project', projectId } as const)
  const allowing = present.flatMap((one) => {
    const name = one.groupId === null ? undefined : names.get(one.groupId)
    return name !== undefined && explainMembership(one, asked.action, target) === null ? [name] : []
  })
  return {
    allowed: answer.refusal === null && !isSuspended,
    refusal: answer.refusal,
    isOwner: principal.instanceRole === 'owner',
    isSuspended,
    by: by && {
      role: by.role,
      ...presentLimits(by),
      group: by.groupId === null ? null : (names.get(by.groupId) ?? null),
    },
    steps: answer.steps,
    groups: [...new Set(allowing)],
    helps: isSuspended ? [] : answer.helps.flatMap((help) => presentHelp(help, { names, own })),
  }
}

function presentHelp(
  help: AccessHelp,
  { names, own }: { readonly names: ReadonlyMap<number, string>; readonly own: readonly Membership[] },
): AccessAnswerReply['helps'] {
  switch (help.kind) {
    case 'share':
      return [{ kind: 'share', role: help.role }]
    case 'add-to-group': {
      const { groupId } = help
      return [{ kind: 'add-to-group', groupId, name: names.get(groupId) ?? '' }]
    }
    case 'change': {
      const { rights, by, gives } = help
      return [
        {
          kind: 'change',
          rights: presentRights(rights),
          by,
          gives: { role: gives.role, ...presentLimits(gives) },
          ...addedBy(gives, own),
        },
      ]
    }
  }
}

/** Returns the languages and namespaces that a role did not have before. */
function addedBy(gives: Omit<OwnMembership, 'grants'>, own: readonly Membership[]) {
  const before = own.filter(({ role }) => role === gives.role)
  const added = (of: 'languages' | 'namespaces') =>
    gives[of] === null ? null : [...gives[of]].filter((one) => !before.some((had) => had[of]?.has(one)))
  return { addedLanguages: added('languages'), addedNamespaces: added('namespaces') }
}

type Found = { readonly principal: Principal; readonly isSuspended: boolean }

/** Returns someone in the list of members, or a visitor; null: there is no one. */
async function principalFor(r: Reader, projectId: number, who: Asked['who']): Promise<Found | null> {
  if (who === 'visitor') return { principal: await visitor(r), isSuspended: false }
  const { kind, id } = readMemberRef(who)
  if (kind === 'user') {
    const user = await userById(r, id)
    const principal = user && (await principalOf(r, user))
    const isListed =
      principal !== null &&
      (principal.instanceRole === 'owner' ||
        principal.memberships.get(projectId)?.some(({ role }) => !isSharedRole(role)))
    return isListed ? { principal, isSuspended: user?.suspendedAt !== null } : null
  }
  const rights =
    kind === 'group'
      ? (await groupRights(r, projectId)).find(({ groupId }) => groupId === id)?.rights
      : await invited(r, projectId, id)
  return rights === undefined ? null : { principal: principalWith(projectId, rights), isSuspended: false }
}

async function invited(r: Reader, projectId: number, id: number) {
  const invitation = await invitationById(r, projectId, id)
  return invitation?.invitedTo.to === 'project' ? invitation.invitedTo.rights : undefined
}
