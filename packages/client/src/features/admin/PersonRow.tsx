import type { PersonReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { useEndedInvitations } from '../../components/use-ended-invitations.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useOwnId } from '../../lib/access/own-id.ts'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'
import { Menu, MenuRow } from '../../ui/Menu.tsx'
import table from '../../ui/Table.module.css'
import styles from './Admin.module.css'
import { adminMutations, adminQueries } from './queries.ts'
import { RemovePersonDialog } from './RemovePersonDialog.tsx'
import { ResetLinkDialog } from './ResetLinkDialog.tsx'
import { SecondFactorOffDialog } from './SecondFactorOffDialog.tsx'

/** Someone with an account. Unavailable actions say why. */
export function PersonRow({ person }: { readonly person: PersonReply }) {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const isSelf = useOwnId() === `user:${person.id}`
  const [asked, setAsked] = useState<'remove' | 'second-factor' | null>(null)
  const close = () => setAsked(null)
  const { name } = person
  const refresh = useRefresh(adminQueries.all)
  const { setRole, signOut, makeResetLink, suspend } = usePersonActs(person)
  const other = person.role === 'owner' ? 'member' : 'owner'
  const notSelf = isSelf ? t('people.notSelf') : undefined
  return (
    <tr>
      <td>
        <span className={styles.who}>
          <Avatar id={`user:${person.id}`} name={name} />
          <bdi>{name}</bdi>
          {isSelf ? <small className="muted">{t('people.you')}</small> : null}
        </span>
      </td>
      <td>
        {t(`role.${person.role}`)}
        {person.isSuspended ? <small className={styles.problem}>{t('people.suspended')}</small> : null}
      </td>
      <td className={table.number}>
        {/* An owner has every project, also without being a member of it. */}
        {person.role === 'owner' ? t('people.allProjects') : formats.number(person.projects)}
      </td>
      <td>
        {person.seenAt === null ? (
          <span className="muted">{t('people.notSeen')}</span>
        ) : (
          <time dateTime={person.seenAt} title={formats.dateTime(person.seenAt)}>
            {formats.relative(person.seenAt)}
          </time>
        )}
      </td>
      <td className={table.number}>{formats.number(person.sessions)}</td>
      <td className={styles.acts}>
        <Menu label={t('actsFor', { name })}>
          <MenuRow isDisabled={isSelf} note={notSelf} onAction={() => setRole.mutate(other)}>
            {t(`people.make.${other}`)}
          </MenuRow>
          <MenuRow
            isDisabled={person.sessions === 0}
            note={person.sessions === 0 ? t('people.notSeen') : undefined}
            onAction={() => signOut.mutate()}
          >
            {t('people.signOut')}
          </MenuRow>
          <MenuRow onAction={() => makeResetLink.mutate()}>{t('people.resetLink')}</MenuRow>
          <MenuRow
            isDisabled={isSelf || !person.hasSecondFactor}
            note={notSelf ?? (person.hasSecondFactor ? undefined : t('people.factorIsOff'))}
            onAction={() => setAsked('second-factor')}
          >
            {t('people.factorOff')}
          </MenuRow>
          <MenuRow isDisabled={isSelf} note={notSelf} onAction={() => suspend.mutate(!person.isSuspended)}>
            {t(person.isSuspended ? 'people.reactivate' : 'people.suspend')}
          </MenuRow>
          <MenuRow isDisabled={isSelf} note={notSelf} onAction={() => setAsked('remove')}>
            {t('people.remove')}
          </MenuRow>
        </Menu>
        {asked === 'remove' ? (
          <RemovePersonDialog person={person} onClose={close} onRemoved={refresh} />
        ) : asked === 'second-factor' ? (
          <SecondFactorOffDialog person={person} onClose={close} onDone={refresh} />
        ) : null}
        {makeResetLink.data === undefined ? null : (
          <ResetLinkDialog person={person} made={makeResetLink.data} onClose={makeResetLink.reset} />
        )}
      </td>
    </tr>
  )
}

/** Changes someone's role, sessions or access, and reports it. */
function usePersonActs(person: PersonReply) {
  const { t } = useTranslation('admin')
  const { name } = person
  const refresh = useRefresh(adminQueries.all)
  const onError = useFailureToast()
  const withEnded = useEndedInvitations()
  const setRole = useMutation({
    mutationFn: (role: PersonReply['role']) => adminMutations.setRole(person.id, role),
    onSuccess: ({ endedInvitations }, role) => {
      const said = t('people.roleChanged', { name, role: t(`role.${role}`) })
      showToast(withEnded(said, endedInvitations), {
        action: undoAction(t('common:undo'), () => setRole.mutate(role === 'owner' ? 'member' : 'owner')),
      })
      return refresh()
    },
    onError,
  })
  const signOut = useMutation({
    mutationFn: () => adminMutations.signOut(person.id),
    onSuccess: () => {
      showToast(t('people.signedOut', { name }))
      return refresh()
    },
    onError,
  })
  const suspend = useMutation({
    mutationFn: (isSuspended: boolean) => adminMutations.suspend(person.id, isSuspended),
    onSuccess: ({ endedInvitations }, isSuspended) => {
      const said = t(isSuspended ? 'people.wasSuspended' : 'people.wasReactivated', { name })
      showToast(withEnded(said, endedInvitations), {
        action: undoAction(t('common:undo'), () => suspend.mutate(!isSuspended)),
      })
      return refresh()
    },
    onError,
  })
  const makeResetLink = useMutation({ mutationFn: () => adminMutations.makeResetLink(person.id), onError })
  return { setRole, signOut, makeResetLink, suspend }
}
