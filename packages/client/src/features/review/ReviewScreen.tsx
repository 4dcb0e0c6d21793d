import type { ProjectReply, ReviewItemReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssignAsked } from '../../components/AssignButton.tsx'
import { RejectDialog } from '../../components/RejectDialog.tsx'
import { endonym } from '../../i18n/formats.ts'
import { useDocumentTitle } from '../../lib/page/document-title.ts'
import { useLatestCallback } from '../../lib/use-latest-callback.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyQueue } from './EmptyQueue.tsx'
import { OpenItem } from './OpenItem.tsx'
import { type ReviewFilter, reviewQueries } from './queries.ts'
import { ReviewBar } from './ReviewBar.tsx'
import { ReviewFilters } from './ReviewFilters.tsx'
import { ReviewFooter } from './ReviewFooter.tsx'
import { ReviewLanguagePick } from './ReviewLanguagePick.tsx'
import { ReviewLanguages } from './ReviewLanguages.tsx'
import { ReviewRow } from './ReviewRow.tsx'
import styles from './ReviewScreen.module.css'
import { bestOf, idOf, nextAfter, proposedForms } from './review-item.ts'
import { ThumbButtons } from './ThumbButtons.tsx'
import { useItemRights } from './use-item-rights.ts'
import { useReviewActs } from './use-review-acts.ts'
import { useReviewQueue } from './use-review-queue.ts'
import { useReviewShortcuts } from './use-review-shortcuts.ts'
import { useRowSelection } from './use-row-selection.ts'

export type ReviewScreenProps = {
  readonly project: ProjectReply
  readonly language: string
  readonly onLanguage: (language: string) => void
  /** What people say about the item in focus: brought along by the screen, since it is a feature of its own. */
  readonly comments: (item: ReviewItemReply) => ReactNode
}

/** What waits for a reviewer in one language, worked through by keyboard. */
export function ReviewScreen({ project, language, onLanguage, comments }: ReviewScreenProps) {
  const { t } = useTranslation('review')
  useDocumentTitle(t('title', { language: endonym(language) }))
  const [filter, setFilter] = useState<ReviewFilter>({ order: 'oldest' })
  const [item, setItem] = useState<ReviewItemReply | null>(null)
  const aside = useRef<HTMLElement>(null)
  /** The box to say something is the last of the comments. */
  const comment = () => [...(aside.current?.querySelectorAll('textarea') ?? [])].at(-1)?.focus()
  const languages = useQuery(reviewQueries.languages(project.slug))
  const counts = useQuery(reviewQueries.counts(project.slug, language))
  const all = languages.data?.languages ?? []
  const waiting = all.find(({ tag }) => tag === language)
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{t('title', { language: endonym(language) })}</h1>
      <ReviewLanguagePick languages={all} language={language} waiting={waiting} onLanguage={onLanguage} />
      <ReviewLanguages
        languages={all}
        language={language}
        authors={counts.data?.authors ?? []}
        author={filter.author}
        onLanguage={onLanguage}
        onAuthor={(author) => {
          const { author: _, ...others } = filter
          setFilter(author === undefined ? others : { ...others, author })
        }}
      />
      <section className={styles.queue} aria-label={t('queue')}>
        <ReviewFilters
          filter={filter}
          kinds={counts.data?.kinds}
          atLeast={counts.data?.atLeast === true}
          onChange={setFilter}
        />
        <Queue
          key={JSON.stringify(filter)}
          project={project}
          language={language}
          filter={filter}
          others={all.filter(({ tag }) => tag !== language)}
          onLanguage={onLanguage}
          onClearFilter={() => setFilter({ order: filter.order })}
          onItem={setItem}
          onComment={comment}
        />
      </section>
      <aside ref={aside} className={styles.aside} aria-label={t('comments')}>
        {item === null ? null : comments(item)}
      </aside>
      <ReviewFooter />
    </div>
  )
}

type QueueProps = Omit<ReviewScreenProps, 'comments'> & {
  readonly filter: ReviewFilter
  readonly others: Parameters<typeof EmptyQueue>[0]['others']
  readonly onClearFilter: () => void
  /** Told which item is in focus. */
  readonly onItem: (item: ReviewItemReply | null) => void
  readonly onComment: () => void
}

function Queue(props: QueueProps) {
  const { project, language, filter, others, onLanguage, onClearFilter, onItem, onComment } = props
  const { t } = useTranslation('review')
  const queue = useReviewQueue(project.slug, language, filter)
  const rightsOf = useItemRights(project)
  const [focused, setFocused] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const [typed, setTyped] = useState<ReadonlyMap<string, Forms>>(new Map())
  const [rejecting, setRejecting] = useState<readonly ReviewItemReply[] | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const wantsFocus = useRef(false)
  const { items } = queue
  const ids = items.map(idOf)
  const item = items.find((one) => idOf(one) === focused) ?? items[0]
  const openId = item === undefined ? null : idOf(item)
  const selection = useRowSelection(ids)
  const rights = item === undefined ? null : rightsOf(item)
  const acts = useReviewActs({
    project: project.slug,
    language,
    mayReviewOwn: project.settings.reviewOwn && rights?.approve === null,
    onDone: (done) => {
      const leaving = new Set(done)
      // Somebody who has gone on meanwhile stays where they are.
      setFocused((now) => (now !== null && !leaving.has(now) ? now : nextAfter(ids, leaving, openId)))
      selection.remove(done)
      setTyped((now) => new Map([...now].filter(([id]) => !leaving.has(id))))
      wantsFocus.current = true
      queue.hide(done)
    },
  })
  const chosen = selection.ids.size === 0 ? null : items.filter((one) => selection.ids.has(idOf(one)))
  const actedOn = chosen ?? (item === undefined ? [] : [item])
  const refusalOf = (what: 'approve' | 'reject') => {
    const refusals = actedOn.map((one) => rightsOf(one)[what])
    return refusals.every((refusal) => refusal !== null) ? (refusals[0] ?? null) : null
  }

  // After an action, and when one moves by keyboard, the focus follows the open item.
  useEffect(() => {
    if (!wantsFocus.current || openId === null || editing !== null) return
    wantsFocus.current = false
    const row = list.current?.querySelector<HTMLElement>(`[data-item="${openId}"]`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }, [openId, editing])

  useEffect(() => onItem(item ?? null), [item, onItem])

  // Of a long queue only so much is looked at for one page, which may have nothing of the kind.
  const isBarren = items.length === 0 && queue.hasMore && !queue.isLoadingMore && queue.newCount === 0
  const loadMore = useLatestCallback(queue.loadMore)
  useEffect(() => {
    if (isBarren) loadMore()
  }, [isBarren, loadMore])

  const open = (id: string | undefined) => {
    if (id === undefined) return
    wantsFocus.current = true
    setEditing(null)
    setFocused(id)
  }
  const edit = () => {
    if (item === undefined || rights?.edit !== null) return
    setEditing(idOf(item))
  }
  const stopEditing = () => {
    wantsFocus.current = true
    setEditing(null)
  }
  const saveEdited = async () => {
    if (item === undefined) return
    const forms = typed.get(idOf(item)) ?? proposedForms(item)
    if (await acts.saveEdited(item, forms)) stopEditing()
  }
  const best = item && bestOf(item)
  useReviewShortcuts({
    rights,
    refusalOf,
    hasSelection: chosen !== null,
    isBusy: rejecting !== null,
    onMove: (by, extends_) => {
      const next = ids[(openId === null ? 0 : ids.indexOf(openId)) + by]
      if (extends_ && openId !== null) selection.extend(openId, next)
      open(next)
    },
    onSelect: () => openId !== null && selection.toggle(openId),
    onClear: selection.clear,
    onApprove: () => acts.approve(actedOn),
    onEdit: edit,
    onReject: () => setRejecting(actedOn),
    onVote: best === undefined ? null : () => acts.vote(best, true),
    onComment,
  })

  if (queue.error !== null) return <ErrorState error={queue.error} onRetry={queue.retry} />
  if (queue.isLoading) return <Skeleton rows={6} height={84} />
  return (
    <>
      {chosen === null ? null : (
        <ReviewBar
          count={chosen.length}
          approveRefusal={refusalOf('approve')}
          rejectRefusal={refusalOf('reject')}
          onApprove={() => acts.approve(chosen)}
          onReject={() => setRejecting(chosen)}
          onClear={selection.clear}
          assign={assignOf(chosen, language)}
        />
      )}
      {queue.newCount === 0 ? null : (
        <div className={styles.newer} role="status">
          <Button size="small" onPress={queue.showNew}>
            {t('newItems', { count: queue.newCount })}
          </Button>
        </div>
      )}
      {items.length === 0 && !queue.hasMore ? (
        <EmptyQueue
          language={language}
          others={others}
          isFiltered={filter.kind !== undefined || filter.author !== undefined}
          onLanguage={onLanguage}
          onClearFilter={onClearFilter}
        />
      ) : (
        <div className={styles.scroll}>
          <ol ref={list} className={styles.list} aria-label={t('queue')}>
            {items.map((one) => {
              const id = idOf(one)
              const isOpen = id === openId
              return (
                <ReviewRow
                  key={id}
                  item={one}
                  isOpen={isOpen}
                  isSelected={selection.ids.has(id)}
                  isLeaving={acts.leaving.has(id)}
                  onOpen={() => open(id)}
                  onSelect={() => selection.toggle(id)}
                >
                  {isOpen ? (
                    <OpenItem
                      item={one}
                      rights={rightsOf(one)}
                      isQuiet={chosen !== null}
                      isEditing={editing === id}
                      typed={typed.get(id)}
                      onTyped={(forms) => setTyped(new Map(typed).set(id, forms))}
                      onApprove={() => acts.approve([one])}
                      onEdit={edit}
                      onCancelEdit={stopEditing}
                      onSaveEdited={() => void saveEdited()}
                      onReject={() => setRejecting([one])}
                      onAccept={(suggestion) => acts.accept(one, suggestion)}
                      onVote={acts.vote}
                    />
                  ) : null}
                </ReviewRow>
              )
            })}
          </ol>
          {queue.hasMore ? (
            <div className={styles.more}>
              <Button isPending={queue.isLoadingMore} onPress={queue.loadMore}>
                {t('more')}
              </Button>
            </div>
          ) : null}
        </div>
      )}
      {item === undefined || rights === null || editing !== null ? null : (
        <ThumbButtons
          isText={item.on === 'text'}
          rights={rights}
          onApprove={() => acts.approve([item])}
          onEdit={edit}
          onReject={() => setRejecting([item])}
        />
      )}
      {rejecting === null ? null : (
        <RejectDialog
          count={rejecting.length}
          onClose={() => setRejecting(null)}
          onReject={(reason) => {
            setRejecting(null)
            acts.reject(rejecting, reason)
          }}
        />
      )}
    </>
  )
}

/** One string may wait with its text and with suggestions: it is given once. */
function assignOf(chosen: readonly ReviewItemReply[], language: string): AssignAsked {
  const keys = [...new Set(chosen.map(({ key }) => key.id))]
  return { select: { keys }, count: keys.length, languages: [language], goal: 'reviewed' }
}
