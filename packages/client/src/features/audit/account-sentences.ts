import { rightsSchema } from '@dragoman/contract'
import type { AuditKind } from '@dragoman/core'
import {
  type AuditWords,
  hostOf,
  type Sentences,
  type StoredDetails,
  textOf,
  textsOf,
} from './audit-words.ts'

type Kinds = Extract<
  AuditKind,
  `${'session' | 'account' | 'user' | 'membership' | 'group' | 'invitation' | 'token'}.${string}`
>

/** Sentences about people: how they sign in, what they can do, and their groups, invitations and tokens. */
export const ACCOUNT_SENTENCES: Sentences<Kinds> = {
  'session.started': (_, { t, actor }) => t('audit:said.sessionStarted', { actor }),
  'session.refused': refusedSession,
  'session.ended': endOfSession,
  'account.changed': changeOfAccount,
  'account.removed': (_, { t, actor }) => t('audit:said.accountRemoved', { actor }),
  'user.changed': ({ isSuspended, role }, { t, actor, target }) =>
    typeof isSuspended === 'boolean'
      ? t(isSuspended ? 'audit:said.userSuspended' : 'audit:said.userUnsuspended', { actor, target })
      : t(`audit:said.userRole-${role === 'owner' ? 'owner' : 'member'}`, { actor, target }),
  'user.removed': (_, { t, actor, target }) => t('audit:said.userRemoved', { actor, target }),
  'membership.changed': changeOfRights,
  'membership.removed': changeOfRights,
  'group.changed': changeOfGroup,
  'group.removed': (_, { t, actor, target }) => t('audit:said.groupRemoved', { actor, target }),
  'invitation.made': ({ generation }, { t, actor, target }) => {
    const isAgain = typeof generation === 'number' && generation > 1
    if (target === '')
      return t(isAgain ? 'audit:said.invitedAgainByLink' : 'audit:said.invitedByLink', { actor })
    return t(isAgain ? 'audit:said.invitedAgain' : 'audit:said.invited', { actor, target })
  },
  'invitation.accepted': ({ invitedBy }, { t, actor }) => {
    const inviter = textOf(invitedBy)
    return inviter === ''
      ? t('audit:said.acceptedAny', { actor })
      : t('audit:said.accepted', { actor, inviter })
  },
  'invitation.withdrawn': (_, { t, actor, target }) =>
    target === '' ? t('audit:said.withdrawnLink', { actor }) : t('audit:said.withdrawn', { actor, target }),
  'token.made': ({ origin }, { t, actor, target }) =>
    t(textOf(origin) === '' ? 'audit:said.tokenMade' : 'audit:said.tokenForApp', { actor, target }),
  'token.revoked': (_, { t, actor, target }) => t('audit:said.tokenRevoked', { actor, target }),
}

function refusedSession({ why }: StoredDetails<'session.refused'>, { t, target }: AuditWords): string {
  switch (why) {
    case 'password':
      return t('audit:said.sessionRefused-password', { target })
    case 'suspended':
      return t('audit:said.sessionRefused-suspended', { target })
    case 'passkey':
      return target === ''
        ? t('audit:said.sessionRefused-unknownPasskey')
        : t('audit:said.sessionRefused-passkey', { target })
    case 'no account':
      return t('audit:said.sessionRefused-noAccount', { target })
    case 'single sign-on':
      return t('audit:said.sessionRefused-onlyProvider', { target })
    default:
      return t('audit:said.sessionRefused-code', { target })
  }
}

function endOfSession(
  { by, sessions, device }: StoredDetails<'session.ended'>,
  { t, actor, target, isOwn }: AuditWords,
): string {
  if (textOf(by) !== '') return t('audit:said.signedOutByProvider', { target, provider: hostOf(by) })
  if (!isOwn) return t('audit:said.signedOutOther', { actor, target })
  if (typeof sessions === 'number') return t('audit:said.signedOutEverywhere', { actor })
  return t(device === undefined ? 'audit:said.signedOut' : 'audit:said.signedOutDevice', { actor })
}

function changeOfAccount(details: StoredDetails<'account.changed'>, words: AuditWords): string {
  const { what, by, is, to, isConfirmed, linked, unlinked } = details
  const { t, actor, target } = words
  const name = textOf(details.name)
  if (textOf(linked) !== '') return t('audit:said.accountLinked', { actor, provider: hostOf(linked) })
  if (textOf(unlinked) !== '') return t('audit:said.accountUnlinked', { actor, provider: hostOf(unlinked) })
  switch (what) {
    case 'name':
      return t('audit:said.accountName', { actor, name: textOf(to) })
    case 'address':
      if (textOf(to) === '') return t('audit:said.accountAddressRemoved', { actor })
      return t(isConfirmed === true ? 'audit:said.accountAddressConfirmed' : 'audit:said.accountAddress', {
        actor,
        address: textOf(to),
      })
    case 'password':
      return t(by === undefined ? 'audit:said.accountPassword' : 'audit:said.accountPasswordReset', { actor })
    case 'reset link':
      return t(`audit:said.accountReset-${by === 'mail' || by === 'owner' ? by : 'command'}`, {
        actor,
        target,
      })
    case 'second factor':
      if (by === 'owner' || by === 'command') return t(`audit:said.accountFactorOff-${by}`, { actor, target })
      return t(`audit:said.accountFactor-${is === 'on' ? 'on' : 'off'}`, { actor })
    case 'sign-off':
      return t(`audit:said.accountSignOff-${is === 'on' ? 'on' : 'off'}`, { actor })
    case 'passkey':
      return t(`audit:said.accountPasskey-${is === 'added' ? 'added' : 'removed'}`, { actor, name })
    case 'recovery codes':
      return t('audit:said.accountCodes', { actor })
    case 'picture':
      return t('audit:said.accountPicture', { actor })
    default:
      return t('audit:said.accountChanged', { actor, target })
  }
}

function changeOfRights(
  { before, after }: StoredDetails<'membership.changed'>,
  { t, actor, target, rightsWords }: AuditWords,
): string {
  const was = rightsSchema.nullable().safeParse(before)
  const is = rightsSchema.nullable().safeParse(after)
  // Of an entry that does not say which, the rights of someone were changed.
  const change = rightsWords({
    name: target === '' ? t('audit:noInvitee') : target,
    before: was.success ? was.data : null,
    after: is.success ? is.data : null,
  })
  return t('audit:said.rights', { actor, change })
}

function changeOfGroup(details: StoredDetails<'group.changed'>, words: AuditWords): string {
  const { made, by } = details
  const { t, actor, target, formats } = words
  const name = textOf(details.name)
  if (made === true) return t('audit:said.groupCreated', { actor, target })
  if (name !== '') return t('audit:said.groupRenamed', { actor, target, name })
  if (textOf(by) !== '') return t('audit:said.groupsProvided', { target, provider: hostOf(by) })
  const [added, removed] = [textsOf(details.added), textsOf(details.removed)]
  if (added.length > 0 && removed.length === 0)
    return t('audit:said.groupJoined', { actor, target, people: formats.list(added) })
  if (removed.length > 0 && added.length === 0)
    return t('audit:said.groupLeft', { actor, target, people: formats.list(removed) })
  return t('audit:said.groupPeople', { actor, target })
}
