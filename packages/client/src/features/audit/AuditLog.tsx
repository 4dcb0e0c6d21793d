import { type AuditEntryReply, isFailure } from '@dragoman/contract'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndedInvitations } from '../../components/use-ended-invitations.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ScrollShadow } from '../../ui/ScrollShadow.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import table from '../../ui/Table.module.css'
import { TextField } from '../../ui/TextField.tsx'
import styles from './AuditLog.module.css'
import { AuditRow } from './AuditRow.tsx'
import { AUDIT_THINGS, daysAgo, PERIODS, PROJECT_THINGS } from './audit-search.ts'
import { type AuditSearch, auditQueries, saveAudit, undoAudit } from './queries.ts'

/** Changes to access rights, newest first: can be searched, read and downloaded, never changed. */
export function AuditLog({ project }: { readonly project: string | null }) {
  const { t } = useTranslation(['audit', 'common'])
  const failureText = useFailureText()
  const client = useQueryClient()
  const withEnded = useEndedInvitations()
  const scroller = useRef<HTMLElement>(null)
  const [text, setText] = useState('')
  const [who, setWho] = useState('')
  const [subject, setSubject] = useState('all')
  const [period, setPeriod] = useState('all')
  const typed = useDeferredValue({ text: text.trim(), who: who.trim() })
  const search: AuditSearch = {
    ...(typed.text === '' ? {} : { q: typed.text }),
    ...(typed.who === '' ? {} : { who: typed.who }),
    ...(subject === 'all' ? {} : { kind: `${subject}.` }),
    ...(period === 'all' ? {} : { from: daysAgo(Number(period)) }),
  }
  const isFiltered = Object.keys(search).length > 0
  const clear = () => {
    setText('')
    setWho('')
    setSubject('all')
    setPeriod('all')
  }
  const list = useInfiniteQuery({ ...auditQueries.page(project, search), placeholderData: keepPreviousData })
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? []
  const save = async (format: 'csv' | 'jsonl') => {
    try {
      await saveAudit(project, search, format)
    } catch (error) {
      showToast(failureText(error), { tone: 'problem' })
    }
  }
  const undo = async (entry: AuditEntryReply) => {
    const of = entry.project
    if (of === null) return
    try {
      const { endedInvitations } = await undoAudit(of, entry.id)
      showToast(withEnded(t('undone'), endedInvitations))
    } catch (error) {
      showToast(isFailure(error, 'stale-member') ? t('changedSince') : failureText(error), {
        tone: 'problem',
      })
    }
    await client.invalidateQueries({ queryKey: auditQueries.all(project) })
    await client.invalidateQueries({ queryKey: projectKey(of, 'members') })
  }
  return (
    <section className={styles.log} aria-label={t('title')}>
      <div className={styles.filters}>
        <TextField
          label={t('filter.text')}
          value={text}
          onChange={setText}
          start={<Search aria-hidden="true" />}
        />
        <TextField
          label={t('filter.who')}
          value={who}
          onChange={setWho}
          start={<Search aria-hidden="true" />}
        />
        <Select
          label={t('filter.thing')}
          value={subject}
          onChange={setSubject}
          options={['all', ...(project === null ? AUDIT_THINGS : PROJECT_THINGS)].map((id) => ({
            id,
            name: t(`thing.${id === 'project' && project !== null ? 'thisProject' : id}`),
          }))}
        />
        <Select
          label={t('filter.period')}
          value={period}
          onChange={setPeriod}
          options={PERIODS.map((id) => ({ id, name: t(`period.${id}`) }))}
        />
        <span className={styles.save}>
          <Button onPress={() => void save('csv')}>{t('saveCsv')}</Button>
          <Button onPress={() => void save('jsonl')}>{t('saveJson')}</Button>
        </span>
      </div>
      {list.data === undefined ? (
        list.error === null ? (
          <Skeleton rows={8} height={44} />
        ) : (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        )
      ) : entries.length === 0 ? (
        <EmptyState
          title={t(isFiltered ? 'noneFound' : 'none')}
          action={isFiltered ? <Button onPress={clear}>{t('common:nothingFound.clear')}</Button> : null}
        >
          {t(isFiltered ? 'common:nothingFound.about' : project === null ? 'noneAbout' : 'noneAboutProject')}
        </EmptyState>
      ) : (
        <ScrollShadow scroller={scroller}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways must be reachable by keyboard */}
          <section ref={scroller} className={table.frame} tabIndex={0} aria-label={t('entries')}>
            <table className={table.table}>
              <thead>
                <tr>
                  <th>{t('column.time')}</th>
                  <th>{t('column.what')}</th>
                  {project === null ? <th>{t('column.project')}</th> : null}
                  <th>{t('column.address')}</th>
                  <th>
                    <span className="visually-hidden">{t('undo')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {entries.map((entry) => (
                  <AuditRow
                    key={entry.id}
                    entry={entry}
                    namesProject={project === null}
                    onUndo={(one) => void undo(one)}
                  />
                ))}
              </tbody>
            </table>
          </section>
        </ScrollShadow>
      )}
      {list.hasNextPage ? (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </section>
  )
}
