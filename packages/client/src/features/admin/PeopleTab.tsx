import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Table } from '../../ui/Table.tsx'
import { FoundList } from './FoundList.tsx'
import { PersonRow } from './PersonRow.tsx'
import { adminQueries } from './queries.ts'

/** Everyone with an account: role, last activity, and actions. */
export function PeopleTab() {
  const { t } = useTranslation('admin')
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const list = useInfiniteQuery({ ...adminQueries.people(q), placeholderData: keepPreviousData })
  const people = list.data?.pages.flatMap((page) => page.people) ?? []
  return (
    <FoundList
      find={t('people.find')}
      none={t('people.none')}
      text={text}
      onText={setText}
      list={list}
      isEmpty={people.length === 0}
    >
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
