import { type AuditEntryReply, isFailure } from '@dragoman/contract'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '../../components/MoreButton.tsx'
import { useEndedInvitations } from '../../components/use-ended-invitations.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Select } from '../../ui/Select.tsx'
import { Table } from '../../ui/Table.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './AuditLog.module.css'
import { AuditRow } from './AuditRow.tsx'
import {
  AUDIT_THINGS,
  type AuditFilter,
  NO_FILTER,
  PERIODS,
  PROJECT_THINGS,
  searchOf,
} from './audit-search.ts'
import { type AuditSearch, auditQueries, saveAudit, undoAudit } from './queries.ts'

/** Changes to access rights, newest first: can be searched, read and downloaded, never changed. */
export function AuditLog({ project }: { readonly project: string | null }) {
  const { t } = useTranslation(['audit', 'common'])
  const [filter, setFilter] = useState(NO_FILTER)
  const search = searchOf(useDeferredValue(filter))
  const isFiltered = Object.keys(search).length > 0
  const list = useInfiniteQuery({ ...auditQueries.page(project, search), placeholderData: keepPreviousData })
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <section className={styles.log} aria-label={t('title')}>
      <div className={styles.filters}>
        <FilterFields project={project} filter={filter} onChange={setFilter} />
        <span className={styles.save}>
          <Download project={project} search={search} />
        </span>
      </div>
      {list.data === undefined ? (
        <Loading error={list.error} onRetry={list.refetch} rows={8} height={44} />
      ) : entries.length === 0 ? (
        <EmptyState
          title={t(isFiltered ? 'noneFound' : 'none')}
          action={
            isFiltered ? (
              <Button onPress={() => setFilter(NO_FILTER)}>{t('common:nothingFound.clear')}</Button>
            ) : null
          }
        >
          {t(isFiltered ? 'common:nothingFound.about' : project === null ? 'noneAbout' : 'noneAboutProject')}
        </EmptyState>
      ) : (
        <Entries project={project} entries={entries} />
      )}
      <MoreButton list={list}>{t('more')}</MoreButton>
    </section>
  )
}

type FilterFieldsProps = {
  readonly project: string | null
  readonly filter: AuditFilter
  readonly onChange: (filter: AuditFilter) => void
}

function FilterFields({ project, filter, onChange }: FilterFieldsProps) {
  const { t } = useTranslation('audit')
  const field = (name: keyof AuditFilter) => ({
    label: t(`filter.${name}`),
    value: filter[name],
    onChange: (value: string) => onChange({ ...filter, [name]: value }),
  })
  return (
    <>
      <TextField {...field('text')} start={<Search aria-hidden="true" />} />
      <TextField {...field('who')} start={<Search aria-hidden="true" />} />
      <Select
        {...field('thing')}
        options={['all', ...(project === null ? AUDIT_THINGS : PROJECT_THINGS)].map((id) => ({
          id,
          name: t(`thing.${id === 'project' && project !== null ? 'thisProject' : id}`),
        }))}
      />
      <Select {...field('period')} options={PERIODS.map((id) => ({ id, name: t(`period.${id}`) }))} />
    </>
  )
}

/** Downloads all entries that a search finds. */
function Download({ project, search }: { readonly project: string | null; readonly search: AuditSearch }) {
  const { t } = useTranslation('audit')
  const showFailure = useFailureToast()
  const save = (format: 'csv' | 'jsonl') => void saveAudit(project, search, format).catch(showFailure)
  return (
    <>
      <Button onPress={() => save('csv')}>{t('saveCsv')}</Button>
      <Button onPress={() => save('jsonl')}>{t('saveJson')}</Button>
    </>
  )
}

/** Returns a function that undoes the change that an entry is about. */
function useUndoEntry(project: string | null) {
  const { t } = useTranslation('audit')
  const client = useQueryClient()
  const withEnded = useEndedInvitations()
  const showFailure = useFailureToast()
  return async (entry: AuditEntryReply): Promise<void> => {
    const of = entry.project
    if (of === null) return
    try {
      const { endedInvitations } = await undoAudit(of, entry.id)
      showToast(withEnded(t('common:undone'), endedInvitations))
    } catch (error) {
      if (isFailure(error, 'stale-member')) showToast(t('changedSince'), { tone: 'problem' })
      else showFailure(error)
    }
    await client.invalidateQueries({ queryKey: auditQueries.all(project) })
    await client.invalidateQueries({ queryKey: projectKey(of, 'members') })
  }
}

type EntriesProps = { readonly project: string | null; readonly entries: readonly AuditEntryReply[] }

function Entries({ project, entries }: EntriesProps) {
  const { t } = useTranslation('audit')
  const undo = useUndoEntry(project)
  return (
    <Table
      label={t('entries')}
      columns={[
        { id: 'time', name: t('column.time') },
        { id: 'what', name: t('column.what') },
        ...(project === null ? [{ id: 'project', name: t('column.project') }] : []),
        { id: 'address', name: t('column.address') },
        { id: 'undo', name: t('common:undo'), isActs: true },
      ]}
    >
      {entries.map((entry) => (
        <AuditRow
          key={entry.id}
          entry={entry}
          namesProject={project === null}
          onUndo={(one) => void undo(one)}
        />
      ))}
    </Table>
  )
}
