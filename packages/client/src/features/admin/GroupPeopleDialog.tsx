import type { GroupReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useEndedInvitations } from '../../components/use-ended-invitations.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Admin.module.css'
import { adminMutations, adminQueries } from './queries.ts'

const FOUND_MAX = 5

/** Name and members of a group. Each change is saved immediately. */
export function GroupPeopleDialog({
  group,
  onClose,
}: {
  readonly group: GroupReply
  readonly onClose: () => void
}) {
  const { t } = useTranslation('admin')
  const [name, setName] = useState(group.name)
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const { data: people, error: notLoaded, refetch } = useQuery(adminQueries.peopleOfGroup(group.id))
  const { rename, change, isRenaming, error } = useGroupChanges(group)
  const found = useOthers(q, people)
  return (
    <Dialog title={group.name} onClose={onClose}>
      <div className={styles.tab}>
        <ErrorLine error={error} />
        <Form className={styles.line} onSubmit={() => name.trim() !== '' && rename(name.trim())}>
          <TextField label={t('people.name')} value={name} onChange={setName} maxLength={LIMITS.nameMax} />
          <Button
            type="submit"
            isDisabled={name.trim() === '' || name.trim() === group.name}
            isPending={isRenaming}
          >
            {t('groups.rename')}
          </Button>
        </Form>
        {people === undefined ? (
          <Loading error={notLoaded} onRetry={refetch} rows={3} height={36} />
        ) : people.length === 0 ? (
          <p className="muted">{t('groups.empty')}</p>
        ) : (
          <PersonList
            people={people}
            label={(person) => t('groups.removePerson', { name: person })}
            act={t('common:remove')}
            onAct={(id) => change({ remove: [id] })}
          />
        )}
        <TextField label={t('groups.add')} value={text} onChange={setText} />
        <ErrorLine error={found.error} />
        <p className="muted" role="status">
          {found.missing === null ? null : t(`groups.${found.missing}`)}
        </p>
        <PersonList
          people={found.others}
          label={(person) => t('groups.addThis', { name: person })}
          act={t('groups.addDo')}
          onAct={(id) => change({ add: [id] })}
        />
      </div>
    </Dialog>
  )
}

/** Changes the name and the people of a group. An error is shown until anything else is attempted. */
function useGroupChanges(group: GroupReply) {
  const { t } = useTranslation('admin')
  const withEnded = useEndedInvitations()
  const refresh = useRefresh(adminQueries.groups().queryKey)
  const rename = useMutation({
    mutationFn: (name: string) => adminMutations.renameGroup(group.id, name),
    onSuccess: async ({ name: renamed }) => {
      await refresh()
      showToast(t('groups.renamed', { name: renamed }))
    },
  })
  const change = useMutation({
    mutationFn: (changed: { add?: number[]; remove?: number[] }) =>
      adminMutations.changeGroupPeople(group.id, changed),
    onSuccess: ({ endedInvitations }) => {
      if (endedInvitations > 0)
        showToast(withEnded(t('groups.changed', { name: group.name }), endedInvitations))
      return refresh()
    },
  })
  return {
    error: rename.error ?? change.error,
    isRenaming: rename.isPending,
    rename(name: string): void {
      if (!change.isPending) change.reset()
      rename.mutate(name)
    },
    change(changed: Parameters<typeof change.mutate>[0]): void {
      if (!rename.isPending) rename.reset()
      change.mutate(changed)
    },
  }
}

/** Returns people who match a search and are not in the group, and whether there are none at all or all are in it. */
function useOthers(q: string, people: readonly { readonly id: number }[] | undefined) {
  const found = useInfiniteQuery({ ...adminQueries.people(q), enabled: q !== '' })
  const { hasNextPage, isFetching, isError, fetchNextPage } = found
  const there = new Set(people?.map(({ id }) => id))
  const matching = q === '' ? [] : (found.data?.pages.flatMap((page) => page.people) ?? [])
  const others = matching.filter(({ id }) => !there.has(id)).slice(0, FOUND_MAX)
  const isNone = q !== '' && people !== undefined && !isFetching && !isError && others.length === 0
  const needsMore = isNone && hasNextPage
  useEffect(() => {
    if (needsMore) void fetchNextPage()
  }, [needsMore, fetchNextPage])
  const missing = !isNone || hasNextPage ? null : matching.length === 0 ? 'noneFound' : 'allThere'
  return { others, missing, error: found.error } as const
}

function PersonList({
  people,
  label,
  act,
  onAct,
}: {
  readonly people: readonly { readonly id: number; readonly name: string; readonly source?: string }[]
  readonly label: (name: string) => string
  readonly act: string
  readonly onAct: (id: number) => void
}) {
  const { t } = useTranslation('admin')
  return (
    <ul className={styles.list}>
      {people.map(({ id, name, source }) => (
        <li key={id}>
          <span>
            <bdi>{name}</bdi>
            {source === 'oidc' ? <small className="muted"> {t('groups.byProvider')}</small> : null}
          </span>
          <Button size="small" aria-label={label(name)} onPress={() => onAct(id)}>
            {act}
          </Button>
        </li>
      ))}
    </ul>
  )
}
