import type { PersonReply } from '@dragoman/contract'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useOwnId } from '../../lib/access/own-id.ts'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import table from '../../ui/Table.module.css'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Admin.module.css'
import { adminMutations, adminQueries } from './queries.ts'

/** Everybody with an account: what they are here, when they were last seen, and the way to end their sessions. */
export function PeopleTab() {
  const { t } = useTranslation('admin')
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const list = useInfiniteQuery({ ...adminQueries.people(q), placeholderData: keepPreviousData })
  const people = list.data?.pages.flatMap((page) => page.people) ?? []
  return (
    <div className={styles.tab}>
      <div className={styles.find}>
        <TextField label={t('people.find')} value={text} onChange={setText} />
      </div>
      {list.data === undefined ? (
        list.error === null ? (
          <Skeleton rows={6} height={44} />
        ) : (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        )
      ) : people.length === 0 ? (
        <EmptyState title={t('people.none')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways is reached by keyboard
        <section className={table.frame} tabIndex={0} aria-label={t('tab.people')}>
          <table className={table.table}>
            <thead>
              <tr>
                <th>{t('people.name')}</th>
                <th>{t('people.role')}</th>
                <th className={table.number}>{t('people.projects')}</th>
                <th>{t('people.seen')}</th>
                <th className={table.number}>{t('people.sessions')}</th>
                <th>
                  <span className="visually-hidden">{t('acts')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {list.hasNextPage ? (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </div>
  )
}

function PersonRow({ person }: { readonly person: PersonReply }) {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const isSelf = useOwnId() === `user:${person.id}`
  const refresh = () => client.invalidateQueries({ queryKey: ['admin', 'people'] })
  const onError = (error: unknown) => showToast(failureText(error), { tone: 'problem' })
  const setRole = useMutation({
    mutationFn: (role: PersonReply['role']) => adminMutations.setRole(person.id, role),
    onSuccess: (_, role) => {
      const params = { name: person.name, role: t(`role.${role}`) }
      showToast(t('people.roleChanged', params), {
        action: undoAction(t('undo'), () => setRole.mutate(role === 'owner' ? 'member' : 'owner')),
      })
      return refresh()
    },
    onError,
  })
  const signOut = useMutation({
    mutationFn: () => adminMutations.signOut(person.id),
    onSuccess: () => {
      showToast(t('people.signedOut', { name: person.name }))
      return refresh()
    },
    onError,
  })
  const other = person.role === 'owner' ? 'member' : 'owner'
  return (
    <tr>
      <td>
        <span className={styles.who}>
          <Avatar id={`user:${person.id}`} name={person.name} />
          <bdi>{person.name}</bdi>
          {isSelf ? <small className="muted">{t('people.you')}</small> : null}
        </span>
      </td>
      <td>{t(`role.${person.role}`)}</td>
      <td className={table.number}>{formats.number(person.projects)}</td>
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
        <Button
          size="small"
          look="quiet"
          isPending={setRole.isPending}
          refusal={isSelf ? t('people.notSelf') : null}
          onPress={() => setRole.mutate(other)}
        >
          {t(`people.make.${other}`)}
        </Button>
        <Button
          size="small"
          look="quiet"
          isPending={signOut.isPending}
          isDisabled={person.sessions === 0}
          onPress={() => signOut.mutate()}
        >
          {t('people.signOut')}
        </Button>
      </td>
    </tr>
  )
}
