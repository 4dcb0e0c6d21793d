import type { NotificationReply } from '@dragoman/contract'
import { NOTIFICATION_FILTERS } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { MoreButton } from '../../components/MoreButton.tsx'
import { useFormats } from '../../i18n/formats.ts'
import type { List } from '../../lib/list/use-list.ts'
import { inboxCountsQuery } from '../../lib/server/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, Chips } from '../../ui/Chips.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Inbox.module.css'
import { InboxRow } from './InboxRow.tsx'
import type { RemainingQueue } from './largest-queues.ts'
import { NothingOpen } from './NothingOpen.tsx'
import type { InboxItems } from './use-inbox-items.ts'
import { useItemWords } from './use-item-words.ts'

export type InboxListProps = {
  readonly inbox: InboxItems
  readonly current: number | null
  readonly rows: List<number, HTMLDivElement>['props']
  readonly onFocusRow: (id: number) => void
  readonly onItem: (id: number) => void
  readonly onOpen: (item: NotificationReply) => void
  readonly onSettings: () => void
  readonly queues: readonly RemainingQueue[]
}

/** Filters, and the notifications by project. */
export function InboxList(props: InboxListProps) {
  const { inbox, current, rows, onFocusRow, onItem, onOpen, onSettings, queues } = props
  const { t } = useTranslation('inbox')
  const formats = useFormats()
  const wordsOf = useItemWords()
  const counts = useQuery(inboxCountsQuery()).data

  const { state, groups, items } = inbox
  return (
    <section className={styles.list} aria-label={t('title')}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <span className={styles.about}>
          {counts === undefined || counts.open.all === 0
            ? ''
            : t('about', { count: counts.open.all, projects: t('inProjects', { count: counts.projects }) })}
        </span>
        <Button look="ghost" size="small" onPress={onSettings}>
          {t('settings.open')}
        </Button>
      </header>
      <div className={styles.filters}>
        <Chips label={t('filters')}>
          {NOTIFICATION_FILTERS.map((one) => (
            <Chip
              key={one}
              id={one}
              isChosen={state === 'open' && inbox.filter === one}
              count={counts === undefined ? null : formats.number(counts.open[one])}
              onChoose={() => inbox.show({ state: 'open', filter: one })}
            >
              {t(`filter.${one}`)}
            </Chip>
          ))}
        </Chips>
      </div>
      <div className={styles.groups} {...rows}>
        {!inbox.isLoaded ? <Skeleton rows={6} height={56} /> : null}
        {groups.map(({ project, items: own }) => (
          <section key={project.slug}>
            <h2 className={styles.project}>
              <Avatar id={project.slug} name={project.name} kind="group" size={20} />
              <bdi>{project.name}</bdi>
              <span>{formats.number(own.length)}</span>
            </h2>
            <ol>
              {own.map((one) => (
                <InboxRow
                  key={one.id}
                  item={one}
                  words={wordsOf(one)}
                  isCurrent={one.id === current}
                  onFocus={() => onFocusRow(one.id)}
                  onChoose={() => onItem(one.id)}
                  onOpen={() => onOpen(one)}
                />
              ))}
            </ol>
          </section>
        ))}
        <MoreButton look="ghost" list={inbox.list}>
          {t('more')}
        </MoreButton>
        {inbox.isLoaded && items.length === 0 ? (
          <NothingOpen
            state={state}
            isFiltered={inbox.filter !== 'all' && counts?.open.all !== 0}
            queues={queues}
            onShowOpen={() => inbox.show({ state: 'open', filter: 'all' })}
          />
        ) : null}
        <OtherStates
          inbox={inbox}
          counts={counts === undefined ? null : { later: counts.later, done: counts.doneToday }}
        />
      </div>
    </section>
  )
}

type OtherStatesProps = {
  readonly inbox: InboxItems
  /** Null: not known yet. */
  readonly counts: Readonly<Record<'later' | 'done', number>> | null
}

/** Buttons that show what is snoozed or done, with their numbers, or again what is open. */
function OtherStates({ inbox: { state, show }, counts }: OtherStatesProps) {
  const { t } = useTranslation('inbox')
  return (
    <p className={styles.rest}>
      {(['later', 'done'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={state === one}
          onClick={() => show({ state: state === one ? 'open' : one, filter: 'all' })}
        >
          {counts === null ? t(`lists.${one}`) : t(`rest.${one}`, { count: counts[one] })}
        </button>
      ))}
    </p>
  )
}
