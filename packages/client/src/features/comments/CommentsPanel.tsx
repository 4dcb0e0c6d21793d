import type { CommentReply } from '@dragoman/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '../../components/MoreButton.tsx'
import { useAccess } from '../../lib/access/access.ts'
import { Loading } from '../../ui/Loading.tsx'
import { CommentBox } from './box/CommentBox.tsx'
import styles from './CommentsPanel.module.css'
import { type CommentLocation, commentMutations, commentQueries, useRefreshComments } from './queries.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { Thread } from './thread/Thread.tsx'
import { useLinkedComment } from './thread/use-linked-comment.ts'

export type CommentsPanelProps = CommentLocation & {
  /** The comment in the URL. */
  readonly target: number | null
  /** Returns the URL of a comment. */
  readonly linkTo: (comment: number) => string
  /** Moves the focus out of the box for a new comment on `Escape`. */
  readonly onLeave?: () => void
}

/** The comments on a string, and the box to add one. */
export function CommentsPanel({ target, linkTo, onLeave, ...place }: CommentsPanelProps) {
  const { project, keyId, namespace, language } = place
  const { t } = useTranslation('comments')
  const access = useAccess()
  const { list, threads, targetThread } = useThreads(place, target)
  const showTarget = useLinkedComment(target, true)
  const [toRemove, setToRemove] = useState<CommentReply | null>(null)
  const refresh = useRefreshComments(project)
  const refusalIn = (to: string | null) => access.onText('comments.add', { language: to, namespace })
  if (list.data === undefined)
    return <Loading error={list.error} onRetry={list.refetch} rows={3} height={64} frame={styles.waiting} />
  return (
    <div className={styles.panel}>
      {threads.length === 0 ? <p className={styles.nothing}>{t('empty')}</p> : null}
      {threads.map((thread) => (
        <Thread
          key={thread.first.id}
          thread={thread}
          project={project}
          language={language}
          refusal={access.inThread('comments.add', { language: thread.first.language, namespace })}
          mayModerate={
            access.inThread('comments.moderate', { language: thread.first.language, namespace }) === null
          }
          target={thread.first.id === targetThread ? target : null}
          onTarget={showTarget}
          linkTo={linkTo}
          onRemove={setToRemove}
        />
      ))}
      <MoreButton list={list} look="quiet" size="small">
        {t('more')}
      </MoreButton>
      <div className={styles.box}>
        <CommentBox
          key={`${keyId} ${language}`}
          project={project}
          draftName={`${language}:${keyId}`}
          label={t('box.label')}
          placeholder={t('box.placeholder')}
          sendLabel={t('box.send')}
          canAsk
          refusal={refusalIn(language)}
          refusalForAll={refusalIn(null)}
          {...(onLeave === undefined ? {} : { onLeave })}
          onSend={async (text, { isQuestion, isForAll }) => {
            const done = await commentMutations.add(place, {
              text,
              language: isForAll ? null : language,
              kind: isQuestion ? 'question' : 'comment',
            })
            void refresh()
            return done
          }}
        />
      </div>
      {toRemove === null ? null : (
        <RemoveDialog comment={toRemove} project={project} onClose={() => setToRemove(null)} />
      )}
    </div>
  )
}

/**
 * Returns the threads as far as they are loaded, and which one contains the comment in the URL. That thread is the first
 * one if it is not among them.
 */
function useThreads(place: CommentLocation, target: number | null) {
  const list = useInfiniteQuery(commentQueries.list(place))
  const listed = list.data?.pages.flatMap((page) => page.threads) ?? []
  const shown = listed.find(({ first, answers }) => [first, ...answers].some(({ id }) => id === target))
  const { data: linked } = useQuery({
    ...commentQueries.thread(place.project, target ?? 0),
    enabled: target !== null && list.data !== undefined && shown === undefined,
  })
  const isApart =
    shown === undefined &&
    linked?.first.keyId === place.keyId &&
    !listed.some(({ first }) => first.id === linked.first.id)
  // Newer replies can replace the comment in the list: its thread is known before it is read again.
  const known = useRef<{ readonly target: number; readonly thread: number } | null>(null)
  const found = (shown ?? linked)?.first.id
  if (target !== null && found !== undefined) known.current = { target, thread: found }
  const isKnown = target !== null && known.current?.target === target
  return {
    list,
    threads: isApart ? [linked, ...listed] : listed,
    targetThread: isKnown ? (known.current?.thread ?? null) : null,
  }
}
