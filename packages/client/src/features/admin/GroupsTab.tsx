import type { GroupReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useEndedInvitations } from '../../components/use-ended-invitations.ts'
import { useFormats } from '../../i18n/formats.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useRefresh } from '../../lib/server/use-refresh.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Form } from '../../ui/Form.tsx'
import { Loading } from '../../ui/Loading.tsx'
import table from '../../ui/Table.module.css'
import { Table } from '../../ui/Table.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Admin.module.css'
import { GroupPeopleDialog } from './GroupPeopleDialog.tsx'
import { adminMutations, adminQueries } from './queries.ts'

/** Groups of people: create, rename, fill and delete them. What a group can do is set in each project. */
export function GroupsTab() {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const { data: groups, error, refetch } = useQuery(adminQueries.groups())
  const withEnded = useEndedInvitations()
  const [open, setOpen] = useState<number | null>(null)
  const [removing, setRemoving] = useState<GroupReply | null>(null)
  const refresh = useRefresh(adminQueries.groups().queryKey)
  const remove = useMutation({
    mutationFn: ({ id }: GroupReply) => adminMutations.removeGroup(id),
    onSuccess: ({ endedInvitations }, removed) => {
      showToast(withEnded(t('groups.removed', { name: removed.name }), endedInvitations))
      setRemoving((now) => (now?.id === removed.id ? null : now))
      return refresh()
    },
  })
  if (groups === undefined) return <Loading error={error} onRetry={refetch} rows={4} height={44} />
  const opened = groups.find(({ id }) => id === open)
  return (
    <div className={styles.tab}>
      <NewGroupForm />
      {groups.length === 0 ? (
        <EmptyState title={t('groups.none')} action={null}>
          {t('groups.noneAbout')}
        </EmptyState>
      ) : (
        <Table
          label={t('tab.groups')}
          columns={[
            { id: 'name', name: t('people.name') },
            { id: 'people', name: t('groups.people'), isNumber: true },
            { id: 'acts', name: t('acts'), isActs: true },
          ]}
        >
          {groups.map((group) => (
            <tr key={group.id}>
              <td>
                <bdi>{group.name}</bdi>
              </td>
              <td className={table.number}>{formats.number(group.people)}</td>
              <td className={styles.acts}>
                <Button
                  size="small"
                  look="quiet"
                  aria-label={t('groups.editThis', { name: group.name })}
                  onPress={() => setOpen(group.id)}
                >
                  {t('groups.edit')}
                </Button>
                <Button
                  size="small"
                  look="quiet"
                  aria-label={t('groups.removeThis', { name: group.name })}
                  onPress={() => {
                    remove.reset()
                    setRemoving(group)
                  }}
                >
                  {t('groups.remove')}
                </Button>
              </td>
            </tr>
          ))}
        </Table>
      )}
      {opened === undefined ? null : <GroupPeopleDialog group={opened} onClose={() => setOpen(null)} />}
      {removing === null ? null : (
        <ConfirmDialog
          title={t('groups.removeTitle', { name: removing.name })}
          about={t('groups.removeAbout')}
          act={t('groups.remove')}
          request={remove}
          onAct={() => remove.mutate(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  )
}

function NewGroupForm() {
  const { t } = useTranslation('admin')
  const refresh = useRefresh(adminQueries.groups().queryKey)
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: (typed: string) => adminMutations.createGroup(typed.trim()),
    onSuccess: (_, typed) => {
      // What was typed meanwhile stays.
      setName((now) => (now === typed ? '' : now))
      return refresh()
    },
  })
  return (
    <>
      <Form className={styles.line} onSubmit={() => name.trim() !== '' && create.mutate(name)}>
        <TextField label={t('groups.new')} value={name} onChange={setName} maxLength={LIMITS.nameMax} />
        <Button type="submit" isDisabled={name.trim() === ''} isPending={create.isPending}>
          {t('groups.create')}
        </Button>
      </Form>
      <ErrorLine error={create.error} />
    </>
  )
}
