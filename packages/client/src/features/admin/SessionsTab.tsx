import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Table } from '../../ui/Table.tsx'
import styles from './Admin.module.css'
import { FoundList } from './FoundList.tsx'
import { adminMutations, adminQueries } from './queries.ts'
import { useFoundRows } from './use-found-rows.ts'

/** Sessions of everyone, each with a button to end it. */
export function SessionsTab() {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const client = useQueryClient()
  const { rows: sessions, found } = useFoundRows(adminQueries.sessions, (page) => page.sessions)
  const end = useMutation({
    mutationFn: adminMutations.endSession,
    onSuccess: () => {
      showToast(t('sessions.ended'))
      return client.invalidateQueries({ queryKey: adminQueries.all })
    },
    onError: useFailureToast(),
  })
  return (
    <FoundList {...found} find={t('people.find')} none={t('people.none')}>
      <Table
        label={t('tab.sessions')}
        columns={[
          { id: 'who', name: t('people.name') },
          { id: 'device', name: t('sessions.device') },
          { id: 'address', name: t('sessions.address') },
          { id: 'seen', name: t('sessions.used') },
          { id: 'acts', name: t('acts'), isActs: true },
        ]}
      >
        {sessions.map(({ id, person, device, address, seenAt, isCurrent }) => (
          <tr key={id}>
            <td>
              <span className={styles.who}>
                <Avatar id={`user:${person.id}`} name={person.name} />
                <bdi>{person.name}</bdi>
              </span>
            </td>
            <td>
              <bdi>{device ?? t('system.unknown')}</bdi>
            </td>
            <td>{address === null ? null : <bdi dir="ltr">{address}</bdi>}</td>
            <td>
              {isCurrent ? (
                t('sessions.this')
              ) : (
                <time dateTime={seenAt} title={formats.dateTime(seenAt)}>
                  {formats.relative(seenAt)}
                </time>
              )}
            </td>
            <td className={styles.acts}>
              <Button
                size="small"
                look="quiet"
                aria-label={t('sessions.endOf', { name: person.name })}
                refusal={isCurrent ? t('sessions.notThis') : null}
                isPending={end.isPending && end.variables === id}
                onPress={() => end.mutate(id)}
              >
                {t('sessions.end')}
              </Button>
            </td>
          </tr>
        ))}
      </Table>
    </FoundList>
  )
}
