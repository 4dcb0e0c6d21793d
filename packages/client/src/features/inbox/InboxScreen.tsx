import type { NotificationReply } from '@dragoman/contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TextFields } from '../../components/text-fields-props.ts'
import { isTypingOutside } from '../../lib/focus/focus-places.ts'
import { isScreenUnclaimed } from '../../lib/focus/focus-screen.ts'
import { useFocusAfterReplacing } from '../../lib/focus/use-focus-after-replacing.ts'
import { rowAfter } from '../../lib/list/row-after.ts'
import { useList } from '../../lib/list/use-list.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { useInboxLive } from '../../lib/server/live.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { useLatestCallback } from '../../lib/use-latest-callback.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, type LoadingProps } from '../../ui/Loading.tsx'
import styles from './Inbox.module.css'
import { InboxDetail, ToListButton } from './InboxDetail.tsx'
import { InboxFooter } from './InboxFooter.tsx'
import { InboxList } from './InboxList.tsx'
import type { RemainingQueue } from './largest-queues.ts'
import { useInboxActs } from './use-inbox-acts.ts'
import { type InboxItems, useInboxItems } from './use-inbox-items.ts'
import { useItemWords } from './use-item-words.ts'

const GROUP = 'inbox:title'

export type InboxScreenProps = {
  /** The notification in the URL. */
  readonly item: number | undefined
  readonly onItem: (id: number | undefined) => void
  /** Opens the string or strings that it is about. */
  readonly onOpen: (item: NotificationReply) => void
  readonly onSettings: () => void
  /** The largest queues that the person can work on, for when nothing is open. */
  readonly queues: readonly RemainingQueue[]
  /**
   * Provides the rights and the syntax of an item's project to what is shown of it; `instead` is shown until the project
   * is loaded, or if that fails.
   */
  readonly inProject: (project: string, children: ReactNode, instead: InsteadOfItem) => ReactNode
  /** Comments are a separate feature. */
  readonly comments: (item: NotificationReply, reply: ReplyLocation) => ReactNode
  /** The editor's fields. */
  readonly fields: TextFields
}

export type InsteadOfItem = (state: Pick<LoadingProps, 'error' | 'onRetry'>) => ReactNode

export type ReplyLocation = {
  readonly isReplying: boolean
  readonly onReplying: (isReplying: boolean) => void
  /** Moves the focus back to the list. */
  readonly onLeave: () => void
}

/** What needs the person, by project, next to the selected notification. */
export function InboxScreen(props: InboxScreenProps) {
  const { item, onItem, onOpen, onSettings, queues, inProject, comments, fields } = props
  const { t } = useTranslation('inbox')
  const wordsOf = useItemWords()
  const [isReplying, setIsReplying] = useState(false)
  useDocumentTitle(t('title'))
  useInboxLive()
  const inbox = useInboxItems(item)
  const { items, isLoaded } = inbox
  const isNarrow = useNarrow()
  const { place, isGone, current, list, go, leave, leaveTaken } = useInboxRows(inbox, {
    item,
    onItem,
    isNarrow,
  })
  const canAct = !isGone && current?.doneAt === null
  const acts = useInboxActs(canAct ? current : undefined, leave)
  const hasDetail = current !== undefined || inbox.linked?.error != null
  const isDetailShown = item !== undefined && hasDetail
  const isShown = !isNarrow || isDetailShown
  useFocusAfterReplacing(
    isNarrow && isDetailShown,
    useLatestCallback(() => list.focus(current?.id ?? null)),
  )
  const open = () => {
    if (current === undefined) return
    if (isShown) onOpen(current)
    else onItem(current.id)
  }
  useInboxShortcuts({ open, done: acts.done })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another notification starts without a reply
  useEffect(() => setIsReplying(false), [current?.id])

  if (inbox.error !== null) return <ErrorState level={1} error={inbox.error} onRetry={inbox.retry} />
  const { linked } = inbox
  return (
    <div className={styles.screen} data-empty={isLoaded && !hasDetail} data-chosen={isDetailShown}>
      {isNarrow && isDetailShown ? null : (
        <InboxList
          {...{ onOpen, onSettings, queues }}
          inbox={{
            ...inbox,
            // Another list does not contain the one that is read.
            show: (other) => {
              onItem(undefined)
              inbox.show(other)
            },
          }}
          current={current?.id ?? null}
          rows={list.props}
          onFocusRow={(id) => (isNarrow ? go(id) : id !== item && onItem(id))}
          onItem={(id) => id !== item && onItem(id)}
        />
      )}
      {current === undefined || (isNarrow && item === undefined) ? (
        <NoDetail isNarrow={isNarrow} onList={() => onItem(undefined)}>
          {linked?.error ? <ErrorState error={linked.error} onRetry={linked.retry} /> : null}
        </NoDetail>
      ) : (
        inProject(
          current.project.slug,
          <InboxDetail
            key={current.id}
            item={current}
            isGone={isGone}
            words={wordsOf(current)}
            place={place === null ? null : { at: place + 1, of: items.length }}
            isReplying={isReplying}
            onReply={setIsReplying}
            onMove={list.move}
            onOpen={open}
            onDone={acts.done}
            onLater={acts.later}
            onTaken={() => leaveTaken(current.id)}
            onBack={() => acts.reopen(current.id)}
            onList={() => onItem(undefined)}
            // What is worked on stays, whatever arrives in the list.
            onEnter={() => item === undefined && onItem(current.id)}
            comments={comments(current, {
              isReplying,
              onReplying: setIsReplying,
              onLeave: () => list.focus(current.id),
            })}
            fields={fields}
          />,
          (state) => (
            <NoDetail isNarrow={isNarrow} onList={() => onItem(undefined)}>
              <Loading rows={4} height={60} {...state} />
            </NoDetail>
          ),
        )
      )}
      <InboxFooter />
    </div>
  )
}

type InboxKeys = { readonly open: () => void; readonly done: () => void }

function useInboxShortcuts({ open, done }: InboxKeys): void {
  useShortcuts([
    { id: 'inbox-open', keys: 'Enter', label: 'inbox:open', group: GROUP, appliesAt: isOnRow, run: open },
    { id: 'inbox-done', keys: 'd', label: 'inbox:done', group: GROUP, run: done },
  ])
}

type NoDetailProps = {
  readonly isNarrow: boolean
  readonly onList: () => void
  /** Why it cannot be shown; null: there is none. */
  readonly children: ReactNode
}

/** The place of the selected notification if there is none, or if it cannot be shown. */
function NoDetail({ isNarrow, onList, children }: NoDetailProps) {
  const { t } = useTranslation('inbox')
  return (
    <section className={styles.detail} aria-label={t('detail')}>
      {children === null ? null : (
        <>
          {isNarrow ? <h1 className="visually-hidden">{t('title')}</h1> : null}
          <ToListButton onList={onList} />
          {children}
        </>
      )}
    </section>
  )
}

type InboxRowsUse = Pick<InboxScreenProps, 'item' | 'onItem'> & { readonly isNarrow: boolean }

/**
 * Returns the rows that keys move through, and the current one: that of the URL, or the first without one. On narrow
 * screens, where it replaces the list, moving in the list opens nothing.
 */
function useInboxRows(inbox: InboxItems, { item, onItem, isNarrow }: InboxRowsUse) {
  const { items, isLoaded } = inbox
  const ids = items.map(({ id }) => id)
  const [last, setLast] = useState(item)
  if (item !== undefined && item !== last) setLast(item)
  const go = (id: number) => (isNarrow && item === undefined ? setLast(id) : onItem(id))
  const lastAt = isNarrow && last !== undefined ? Math.max(0, ids.indexOf(last)) : 0
  const at = item === undefined ? lastAt : ids.indexOf(item)
  const place = at < 0 ? null : at
  const current = inbox.kept ?? (inbox.linked ? inbox.linked.item : items[place ?? 0])
  const list = useList<number, HTMLDivElement>({
    ids,
    current: current?.id ?? null,
    group: GROUP,
    onGo: (id) => {
      go(id)
      if (inbox.list.hasNextPage && ids.indexOf(id) > ids.length - 5) void inbox.list.fetchNextPage()
    },
  })
  // People who open the page from a link can use the keys of the list immediately.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list has been loaded
  useEffect(() => {
    if (isLoaded && current !== undefined && !isNarrow && isScreenUnclaimed()) list.focus(current.id)
  }, [isLoaded])
  /** Chooses the next one, because this one leaves the list. */
  const leave = (id: number) => {
    const next = rowAfter(ids, new Set([id]), id)
    if (next === null) onItem(undefined)
    else go(next)
    list.focus(next)
  }
  /** The same when the server has responded, unless someone reads another one or writes a comment by then. */
  const leaveTaken = useLatestCallback((id: number) => {
    if (current?.id === id && !isTypingOutside(list.props.ref.current)) leave(id)
  })
  return { place, isGone: inbox.kept !== undefined, current, list, go, leave, leaveTaken }
}

function isOnRow(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.dataset.item !== undefined || target === document.body)
}
