import { useTranslation } from 'react-i18next'
import { Table } from '../../ui/Table.tsx'
import { FoundList } from './FoundList.tsx'
import { PersonRow } from './PersonRow.tsx'
import { adminQueries } from './queries.ts'
import { useFoundRows } from './use-found-rows.ts'

/** Everyone with an account: role, last activity, and actions. */
export function PeopleTab() {
  const { t } = useTranslation('admin')
  const { rows: people, found } = useFoundRows(adminQueries.people, (page) => page.people)
  return (
    <FoundList {...found} find={t('people.find')} none={t('people.none')}>
      <Table
        label={t('tab.people')}
        columns={[
          { id: 'name', name: t('people.name') },
          { id: 'role', name: t('people.role') },
          { id: 'projects', name: t('people.projects'), isNumber: true },
          { id: 'seen', name: t('people.seen') },
          { id: 'sessions', name: t('people.sessions'), isNumber: true },
          { id: 'acts', name: t('acts'), isActs: true },
        ]}
      >
        {people.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </Table>
    </FoundList>
  )
}
