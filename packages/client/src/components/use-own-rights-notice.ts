import type { ProjectReply, SessionReply } from '@dragoman/contract'
import { PROJECT_ROLES } from '@dragoman/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../lib/notices/toast.ts'
import { takeOwnRightsChange } from '../lib/server/own-rights.ts'
import { useRolesText } from './use-roles-text.ts'

type OwnRights = Pick<NonNullable<SessionReply['actor']>, 'id' | 'name' | 'instanceRole' | 'memberships'>
type Own = {
  readonly who: string
  readonly project: number
  readonly isOwner: boolean
  readonly roles: string
}

/**
 * Says when the roles of the signed-in person in the open project have changed, they were removed, or they became an
 * owner of the server or no longer are one, and who did it: buttons and fields change at that moment.
 */
export function useOwnRightsNotice(
  actor: OwnRights | null | undefined,
  { id: project, slug }: Pick<ProjectReply, 'id' | 'slug'>,
): void {
  const { t } = useTranslation('members')
  const textOf = useRolesText()
  const known = useRef<Own | null>(null)
  const roles = (actor?.memberships ?? []).flatMap((one) => {
    const role = PROJECT_ROLES.find((name) => name === one.role)
    return role === undefined || one.projectId !== project ? [] : [{ ...one, role }]
  })
  const text = textOf(roles)
  const isOwner = actor?.instanceRole === 'owner'
  const who = actor?.id ?? ''
  const ownName = actor?.name ?? ''
  const ids = JSON.stringify(
    roles.map(({ role, languages, namespaces }) => [role, languages, namespaces]).sort(),
  )
  // Who is removed from a project that is not shared sees a note in place of it.
  const isShared = actor?.memberships.some((one) => one.projectId === project) === true
  useEffect(() => {
    const before = known.current
    known.current = { who, project, isOwner, roles: ids }
    if (before === null || before.who !== who || before.project !== project || who === '') return
    if (before.isOwner !== isOwner) {
      const by = takeOwnRightsChange(slug)
      const said =
        by === null || by === ownName
          ? t(isOwner ? 'yourOwnership' : 'yourOwnershipEnd')
          : t(isOwner ? 'yourOwnershipBy' : 'yourOwnershipEndBy', { name: by })
      showToast(said)
      return
    }
    // Roles in a project give an owner nothing more.
    if (before.roles === ids || isOwner || (text === '' && !isShared)) return
    const name = takeOwnRightsChange(slug)
    const isRemoved = text === ''
    const said =
      name === null || name === ownName
        ? t(isRemoved ? 'yourRemoval' : 'yourRoles', { roles: text })
        : t(isRemoved ? 'yourRemovalBy' : 'yourRolesBy', { name, roles: text })
    showToast(said)
  }, [who, ownName, project, isOwner, ids, text, isShared, slug, t])
}
