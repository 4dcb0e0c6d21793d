import type { NotificationReply } from '@dragoman/contract'
import { NOTIFICATION_FILTERS, type NotificationFilter } from '@dragoman/core'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import type { TextFields } from '../../components/text-fields-props.ts'
import { useFormats } from '../../i18n/formats.ts'
import { isScreenUnclaimed } from '../../lib/focus/focus-keeper.ts'
import { rowAfter } from '../../lib/list/row-after.ts'
import { useList } from '../../lib/list/use-list.ts'
import { showToast, undoAction } from '../../lib/notices/toast.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { INBOX } from '../../lib/server/inbox.ts'
import { useInboxLive } from '../../lib/server/live.ts'
import { inboxCountsQuery } from '../../lib/server/queries.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, Chips } from '../../ui/Chips.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { groupByProject } from './group-by-project.ts'
import styles from './Inbox.module.css'
import { InboxDetail } from './InboxDetail.tsx'
import { InboxFooter } from './InboxFooter.tsx'
import { InboxRow } from './InboxRow.tsx'
import type { RemainingQueue } from './largest-queues.ts'
import { NothingOpen } from './NothingOpen.tsx'
import { type InboxState, inboxMutations, inboxQueries } from './queries.ts'
import { useItemWords } from './use-item-words.ts'

export type InboxScreenProps = {
  /** The notification in the URL. */
  readonly item: number | undefined
  readonly onItem: (id: number | undefined) => void
  /** Opens the string or strings that it is about. */
  readonly onOpen: (item: NotificationReply) => void
  readonly onSettings: () => void
  /** The largest queues that the person can work on, for when nothing is open. */
  readonly queues: readonly RemainingQueue[]
  /** Provides the rights and the syntax of an item's project to what is shown of it. */
  readonly inProject: (project: string, children: ReactNode) => ReactNode
  /** Comments are a separate feature. */
  readonly comments: (item: NotificationReply, reply: ReplyPlace) => ReactNode
  /** The editor's fields. */
  readonly fields: TextFields
}

export type ReplyPlace = {
  readonly isReplying: boolean
  readonly onReplying: (isReplying: boolean) => void
  /** Moves the focus back to the list. */
  readonly onLeave: () => void
}

/** What needs the person, by project, next to the selected notification. */
export function InboxScreen(props: InboxScreenProps) {
  const { item, onItem, onOpen, onSettings, queues, inProject, comments, fields } = props
  const { t } = useTranslation('inbox')
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const wordsOf = useItemWords()
  const [filter, setFilter] = useState<NotificationFilter>('all')
  const [state, setState] = useState<InboxState>('open')
  const [isReplying, setIsReplying] = useState(false)
  useDocumentTitle(t('title'))
  useInboxLive()
  const counts = useQuery(inboxCountsQuery()).data
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    inboxQueries.list(filter, state),
  )
  const groups = groupByProject(data?.pages.flatMap(({ items }) => items) ?? [])
  const items = groups.flatMap((group) => group.items)
  const place = Math.max(
    0,
    items.findIndex(({ id }) => id === item),
  )
  const current = items[place]
  const group = 'inbox:title'
  const ids = items.map(({ id }) => id)
  const list = useList<number, HTMLDivElement>({
    ids,
    current: current?.id ?? null,
    group,
    onGo: (id) => {
      onItem(id)
      if (hasNextPage && ids.indexOf(id) > ids.length - 5) void fetchNextPage()
    },
  })
  const isNarrow = useNarrow()
  const isLoaded = data !== undefined
  // People who open the page from a link can use the keys of the list immediately.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list has been loaded
  useEffect(() => {
    if (isLoaded && current !== undefined && !isNarrow && isScreenUnclaimed()) list.focus(current.id)
  }, [isLoaded])

  const changed = () => client.invalidateQueries({ queryKey: INBOX })
  const act = useMutation({
    mutationFn: ({
      what,
      ids,
    }: {
      readonly what: () => Promise<unknown>
      readonly ids: number[]
      readonly said: string
    }) => what().then(() => ids),
    onMutate: ({ ids }) => goOn(ids),
    onSuccess: (ids, { said }) => {
      const back = () => void inboxMutations.reopen(ids).then(changed)
      showToast(said, { action: undoAction(t('common:undo'), back) })
    },
    onError: (failure) => showToast(failureText(failure), { tone: 'problem' }),
    onSettled: changed,
  })

  /** Selects the next item at the position of those that disappear. */
  function goOn(leaving: readonly number[]): void {
    const next = rowAfter(ids, new Set(leaving), current?.id ?? null)
    onItem(next ?? undefined)
    list.focus(next)
  }
  function done(): void {
    if (current === undefined || state === 'done') return
    const { id } = current
    act.mutate({ what: () => inboxMutations.done([id]), ids: [id], said: t('said.done') })
  }
  function later(until: string): void {
    if (current === undefined || state === 'done') return
    const { id } = current
    const said = t('said.later', { day: formats.day(until) })
    act.mutate({ what: () => inboxMutations.later([id], until), ids: [id], said })
  }
  const open = () => current !== undefined && onOpen(current)

  useShortcuts([
    { id: 'inbox-open', keys: 'Enter', label: 'inbox:open', group, appliesAt: isOnRow, run: open },
    { id: 'inbox-done', keys: 'd', label: 'inbox:done', group, run: done },
    {
      id: 'inbox-reply',
      keys: 'c',
      label: 'inbox:reply',
      group,
      run: (event) => {
        event.preventDefault()
        if (current?.key !== null && current !== undefined) setIsReplying(true)
      },
    },
  ])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another notification starts without a reply
  useEffect(() => setIsReplying(false), [current?.id])

  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />
  const openCount = counts?.open.all ?? 0
  return (
    <div
      className={styles.screen}
      data-empty={isLoaded && items.length === 0}
      data-chosen={item !== undefined && current !== undefined}
    >
      <section className={styles.list} aria-label={t('title')}>
        <header className={styles.head}>
          <h1>{t('title')}</h1>
          <span className={styles.about}>
            {openCount === 0
              ? ''
              : t('about', { count: openCount, projects: t('inProjects', { count: counts?.projects ?? 0 }) })}
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
                isChosen={state === 'open' && filter === one}
                count={formats.number(counts?.open[one] ?? 0)}
                onChoose={() => {
                  setState('open')
                  setFilter(one)
                }}
              >
                {t(`filter.${one}`)}
              </Chip>
            ))}
          </Chips>
        </div>
        <div className={styles.groups} {...list.props}>
          {data === undefined ? <Skeleton rows={6} height={56} /> : null}
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
                    isCurrent={one.id === current?.id}
                    onFocus={() => !isNarrow && one.id !== item && onItem(one.id)}
                    onChoose={() => one.id !== item && onItem(one.id)}
                    onOpen={() => onOpen(one)}
                  />
                ))}
              </ol>
            </section>
          ))}
          {hasNextPage ? (
            <Button look="ghost" onPress={() => void fetchNextPage()}>
              {t('more')}
            </Button>
          ) : null}
          {data !== undefined && items.length === 0 ? (
            <NothingOpen state={state} queues={queues} onShowOpen={() => setState('open')} />
          ) : null}
          <p className={styles.rest}>
            {(['later', 'done'] as const).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={state === one}
                onClick={() => {
                  setFilter('all')
                  setState(state === one ? 'open' : one)
                }}
              >
                {t(`rest.${one}`, { count: (one === 'later' ? counts?.later : counts?.doneToday) ?? 0 })}
              </button>
            ))}
          </p>
        </div>
      </section>
      {current === undefined || (isNarrow && item === undefined) ? (
        <section className={styles.detail} aria-label={t('detail')} />
      ) : (
        inProject(
          current.project.slug,
          <InboxDetail
            key={current.id}
            item={current}
            words={wordsOf(current)}
            place={{ at: place + 1, of: items.length }}
            isReplying={isReplying}
            onReply={setIsReplying}
            onMove={list.move}
            onOpen={open}
            onDone={done}
            onLater={later}
            onBack={() => {
              const { id } = current
              void inboxMutations.reopen([id]).then(changed)
            }}
            onList={() => onItem(undefined)}
            comments={comments(current, {
              isReplying,
              onReplying: setIsReplying,
              onLeave: () => list.focus(current.id),
            })}
            fields={fields}
          />,
        )
      )}
      <InboxFooter />
    </div>
  )
}

function isOnRow(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.dataset.item !== undefined || target === document.body)
}
