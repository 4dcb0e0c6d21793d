import type { ProjectReply, ReviewItemReply } from '@dragoman/contract'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '../../components/MoreButton.tsx'
import type { TextFields } from '../../components/text-fields-props.ts'
import { useLatestCallback } from '../../lib/use-latest-callback.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyQueue } from './EmptyQueue.tsx'
import { OpenItem } from './OpenItem.tsx'
import { QueueDialogs } from './QueueDialogs.tsx'
import type { ReviewFilter } from './queries.ts'
import { ReviewBar } from './ReviewBar.tsx'
import { ReviewRow } from './ReviewRow.tsx'
import styles from './ReviewScreen.module.css'
import { idOf } from './review-item.ts'
import { ThumbButtons } from './ThumbButtons.tsx'
import { type Review, useReview } from './use-review.ts'
import { useReviewShortcuts } from './use-review-shortcuts.ts'
import { useChecker } from './use-text-checks.ts'

export type QueueProps = {
  readonly project: ProjectReply
  readonly language: string
  readonly onLanguage: (language: string) => void
  readonly filter: ReviewFilter
  readonly others: Parameters<typeof EmptyQueue>[0]['others']
  readonly onClearFilter: () => void
  /** Shown when the queue of a task is empty. */
  readonly end: ReactNode
  /** Called with the focused item. */
  readonly onItem: (item: ReviewItemReply | null) => void
  readonly onComment: () => void
  readonly onFind: () => void
  /** The comment count of an item, on the button that opens the comments if there is no column for them. */
  readonly commentsSign: (item: ReviewItemReply) => ReactNode
  /** The editor's fields. */
  readonly fields: TextFields
}

/** The review queue, with one item open, and its actions. */
export function Queue(props: QueueProps) {
  const { language, filter, onItem, onComment } = props
  const { t } = useTranslation('review')
  const review = useReview(props.project, language, filter)
  const { queue, cursor } = review
  const { items } = queue
  const { item } = cursor
  useReviewShortcuts(review, onComment, props.onFind)
  useEffect(() => onItem(item ?? null), [item, onItem])

  // Loading a page would end a refresh under way, and show again what is hidden until it.
  // For one page, the server examines a limited part of a long queue, which can contain no match.
  const { list } = queue
  const isBarren = items.length === 0 && list.hasNextPage && queue.newCount === 0
  const loadsMore = isBarren && !list.isFetching && !list.isFetchNextPageError
  const loadMore = useLatestCallback(() => void list.fetchNextPage())
  useEffect(() => {
    if (loadsMore) loadMore()
  }, [loadsMore, loadMore])

  if (queue.error !== null) return <ErrorState error={queue.error} onRetry={queue.retry} />
  if (isBarren && list.isFetchNextPageError) return <ErrorState error={list.error} onRetry={loadMore} />
  if (queue.isLoading) return <Skeleton rows={6} height={84} />
  return (
    <>
      <ReviewBar review={review} language={language} />
      <div className={styles.place}>
        {queue.newCount === 0 ? null : (
          <div className={styles.newer} role="status">
            <Button size="small" onPress={queue.showNew}>
              {t('newItems', { count: queue.newCount })}
            </Button>
          </div>
        )}
        {cursor.items.length === 0 && !list.hasNextPage ? (
          (props.end ?? (
            <EmptyQueue
              language={language}
              others={props.others}
              isFiltered={filter.kind !== undefined || filter.author !== undefined || filter.q !== undefined}
              onLanguage={props.onLanguage}
              onClearFilter={props.onClearFilter}
            />
          ))
        ) : (
          <QueueItems {...props} review={review} />
        )}
      </div>
      <ThumbButtons review={review} />
      <QueueDialogs review={review} fields={props.fields} />
    </>
  )
}

type QueueItemsProps = Pick<QueueProps, 'commentsSign' | 'fields' | 'onComment'> & {
  readonly review: Review
}

/** The items in their order, one of them open. */
function QueueItems({ review, commentsSign, fields, onComment }: QueueItemsProps) {
  const { t } = useTranslation('review')
  const { queue, cursor } = review
  const { selection } = cursor
  const check = useChecker()
  return (
    <div className={styles.scroll}>
      <ol {...cursor.list.props} aria-label={t('queue')}>
        {cursor.items.map((one) => {
          const id = idOf(one)
          const isOpen = id === cursor.openId
          return (
            <ReviewRow
              key={id}
              item={one}
              isOpen={isOpen}
              isSelected={selection.ids.has(id)}
              isLeaving={review.leaving.has(id)}
              check={check}
              onOpen={() => cursor.open(id)}
              onSelect={() => selection.toggle(id)}
            >
              {isOpen ? (
                <OpenItem
                  item={one}
                  review={review}
                  fields={fields}
                  commentsSign={commentsSign(one)}
                  onComments={onComment}
                />
              ) : null}
            </ReviewRow>
          )
        })}
      </ol>
      {queue.list.hasNextPage ? (
        <div className={styles.more}>
          <MoreButton list={queue.list}>{t('more')}</MoreButton>
        </div>
      ) : null}
    </div>
  )
}
