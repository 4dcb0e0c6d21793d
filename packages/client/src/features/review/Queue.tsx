import type { ProjectReply, ReviewItemReply } from '@dragoman/contract'
import { LIMITS } from '@dragoman/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssignAsked } from '../../components/AssignButton.tsx'
import { FailingDialog } from '../../components/FailingDialog.tsx'
import { KeySyntax } from '../../components/KeySyntax.tsx'
import { RejectDialog } from '../../components/RejectDialog.tsx'
import type { TextFields } from '../../components/text-fields-props.ts'
import { rowAfter } from '../../lib/list/row-after.ts'
import { useList } from '../../lib/list/use-list.ts'
import { useRowSelection } from '../../lib/list/use-row-selection.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useLatestCallback } from '../../lib/use-latest-callback.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyQueue } from './EmptyQueue.tsx'
import { OpenItem } from './OpenItem.tsx'
import type { ReviewFilter } from './queries.ts'
import { ReviewBar } from './ReviewBar.tsx'
import { ReviewRow } from './ReviewRow.tsx'
import styles from './ReviewScreen.module.css'
import { ReviewTexts } from './ReviewTexts.tsx'
import { bestOf, idOf, proposedForms, typedStringOf } from './review-item.ts'
import { ThumbButtons } from './ThumbButtons.tsx'
import { useItemDraft } from './use-item-draft.ts'
import { useItemRights } from './use-item-rights.ts'
import { useReviewActs } from './use-review-acts.ts'
import { useReviewQueue } from './use-review-queue.ts'
import { useReviewShortcuts } from './use-review-shortcuts.ts'
import { useSeenVersions } from './use-seen-versions.ts'
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
  const { project, language, filter, others, onLanguage, onClearFilter, onItem, onComment } = props
  const { onFind, commentsSign, fields } = props
  const { t } = useTranslation('review')
  const queue = useReviewQueue(project.slug, language, filter)
  const rightsOf = useItemRights(project)
  const [focused, setFocused] = useState<string | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [rejecting, setRejecting] = useState<readonly ReviewItemReply[] | null>(null)
  const wantsFocus = useRef(false)
  const { items } = queue
  const ids = items.map(idOf)
  const item = items.find((one) => idOf(one) === focused) ?? items[0]
  const openId = item === undefined ? null : idOf(item)
  const selection = useRowSelection(ids, LIMITS.reviewItemsMax)
  const list = useList({
    ids,
    current: openId,
    group: 'review:shortcuts.title',
    onGo: (id) => open(id),
    onSelect: () => openId !== null && selection.toggle(openId),
    onExtend: (from, to) => selection.add(from, to),
  })
  const rights = item === undefined ? null : rightsOf(item)
  const check = useChecker()
  const draft = useItemDraft(project.slug, item)
  const { takeChanged } = useSeenVersions(items)
  const acts = useReviewActs({
    project: project.slug,
    language,
    takeChanged,
    mayReviewOwn: project.settings.reviewOwn && rights?.approve === null,
    onDone: (done) => {
      const leaving = new Set(done)
      // If the person has moved on meanwhile, their focus stays.
      setFocused((now) => (now !== null && !leaving.has(now) ? now : rowAfter(ids, leaving, openId)))
      selection.remove(done)
      wantsFocus.current = true
      queue.hide(done)
    },
    onUndone: (undone) => {
      wantsFocus.current = true
      setFocused(undone[0] ?? null)
    },
  })
  const chosen = selection.ids.size === 0 ? null : items.filter((one) => selection.ids.has(idOf(one)))
  const actedOn = chosen ?? (item === undefined ? [] : [item])
  const refusalOf = (what: 'approve' | 'reject') => {
    const refusals = actedOn.map((one) => rightsOf(one)[what])
    return refusals.every((refusal) => refusal !== null) ? (refusals[0] ?? null) : null
  }

  // After an action or a keyboard movement, the focus follows the open item.
  useEffect(() => {
    if (!wantsFocus.current || openId === null || editing !== null) return
    wantsFocus.current = false
    list.focus(openId)
  }, [openId, editing, list.focus])

  useEffect(() => onItem(item ?? null), [item, onItem])

  // For one page, the server examines a limited part of a long queue, which can contain no match.
  const isBarren = items.length === 0 && queue.hasMore && !queue.isLoadingMore && queue.newCount === 0
  const loadMore = useLatestCallback(queue.loadMore)
  useEffect(() => {
    if (isBarren) loadMore()
  }, [isBarren, loadMore])

  const open = (id: string) => {
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
    if (item === undefined || isSaving) return
    if (draft.isStale) {
      // Shows the current text next to what was typed; pressing again saves over it.
      draft.restore()
      showToast(t('refused.stale-edit', { count: 1 }), { tone: 'problem' })
      return
    }
    setIsSaving(true)
    const isSaved = await acts.saveEdited(item, draft.typed ?? proposedForms(item))
    setIsSaving(false)
    if (!isSaved) return
    draft.discard()
    stopEditing()
  }
  const approveFailing = async () => {
    const isApproved = (await acts.failing?.approve()) ?? false
    if (isApproved && editing !== null) {
      draft.discard()
      stopEditing()
    }
    return isApproved
  }
  const best = item && bestOf(item)
  useReviewShortcuts({
    rights,
    refusalOf,
    hasSelection: chosen !== null,
    isBusy: rejecting !== null || acts.failing !== null,
    onClear: selection.clear,
    onApprove: () => acts.approve(actedOn),
    onEdit: edit,
    onReject: () => setRejecting(actedOn),
    onVote: best === undefined ? null : () => acts.vote(best, true),
    onComment,
    onFind,
  })

  if (queue.error !== null) return <ErrorState error={queue.error} onRetry={queue.retry} />
  if (queue.isLoading) return <Skeleton rows={6} height={84} />
  return (
    <>
      {chosen === null ? null : (
        <div className={styles.bar}>
          <ReviewBar
            count={chosen.length}
            approveRefusal={refusalOf('approve')}
            rejectRefusal={refusalOf('reject')}
            onApprove={() => acts.approve(chosen)}
            onReject={() => setRejecting(chosen)}
            onClear={selection.clear}
            assign={assignOf(chosen, language)}
          />
        </div>
      )}
      <div className={styles.place}>
        {queue.newCount === 0 ? null : (
          <div className={styles.newer} role="status">
            <Button size="small" onPress={queue.showNew}>
              {t('newItems', { count: queue.newCount })}
            </Button>
          </div>
        )}
        {items.length === 0 && !queue.hasMore ? (
          (props.end ?? (
            <EmptyQueue
              language={language}
              others={others}
              isFiltered={filter.kind !== undefined || filter.author !== undefined || filter.q !== undefined}
              onLanguage={onLanguage}
              onClearFilter={onClearFilter}
            />
          ))
        ) : (
          <div className={styles.scroll}>
            <ol {...list.props} aria-label={t('queue')}>
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
                    check={check}
                    onOpen={() => open(id)}
                    onSelect={() => selection.toggle(id)}
                  >
                    {isOpen ? (
                      <OpenItem
                        item={one}
                        rights={rightsOf(one)}
                        isQuiet={chosen !== null}
                        isEditing={editing === id}
                        isSaving={isSaving}
                        draft={draft}
                        fields={fields}
                        problem={acts.problem?.ids.has(id) ? acts.problem.text : null}
                        commentsSign={commentsSign(one)}
                        onComments={onComment}
                        onApprove={() => acts.approve([one])}
                        onEdit={edit}
                        onLeaveEdit={stopEditing}
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
      </div>
      {item === undefined || rights === null || editing !== null ? null : (
        <ThumbButtons
          isText={item.on === 'text'}
          rights={rights}
          onApprove={() => acts.approve([item])}
          onEdit={edit}
          onReject={() => setRejecting([item])}
        />
      )}
      {acts.failing === null ? null : (
        <FailingDialog
          failing={acts.failing.items}
          cancelLabel={t('failing.keep')}
          onApprove={approveFailing}
          onClose={acts.stopFailing}
        />
      )}
      {rejecting === null ? null : (
        <RejectDialog
          count={rejecting.length}
          {...rejectedText(rejecting)}
          onClose={() => setRejecting(null)}
          onReject={(reason, proposed) => acts.reject(rejecting, reason, proposed)}
        />
      )}
    </>
  )

  /** A single text is shown in the dialog, and another wording can be proposed for it. */
  function rejectedText(all: readonly ReviewItemReply[]) {
    const [one] = all
    if (one === undefined || all.length > 1) return {}
    const about = (
      <KeySyntax of={one.key}>
        <ReviewTexts forms={one.source.forms} language={one.source.language} />
        <ReviewTexts forms={proposedForms(one)} language={language} />
      </KeySyntax>
    )
    if (one.on !== 'text') return { about }
    return { about, text: { forms: one.target.forms, string: typedStringOf(one), fields } }
  }
}

/** A string can be in the queue with its text and with suggestions, but is assigned once. */
function assignOf(chosen: readonly ReviewItemReply[], language: string): AssignAsked {
  const keys = [...new Set(chosen.map(({ key }) => key.id))]
  const namespaces = [...new Set(chosen.map(({ key }) => key.namespace))]
  return { select: { keys }, count: keys.length, languages: [language], namespaces, goal: 'reviewed' }
}
