import type { ActorReply, CommentReply, CommentThreadReply } from '@dragoman/contract'
import { Check, CircleCheck, CircleHelp } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActorName } from '../../../components/ActorName.tsx'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { showToast, undoAction } from '../../../lib/notices/toast.ts'
import { useFailureToast } from '../../../lib/server/failure-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { CommentBox } from '../box/CommentBox.tsx'
import { commentMutations, useRefreshComments } from '../queries.ts'
import { CommentItem, type CommentItemProps } from './CommentItem.tsx'
import { firstWords } from './first-words.ts'
import styles from './Thread.module.css'
import { type Replies, useReplies } from './use-replies.ts'

export type ThreadProps = Pick<
  CommentItemProps,
  'project' | 'refusal' | 'mayModerate' | 'onRemove' | 'onTarget'
> & {
  readonly thread: CommentThreadReply
  /** The language that is shown around it, if there is one; the thread names its own if that is another one. */
  readonly language?: string
  /** The comment of this thread that the link refers to. */
  readonly target: number | null
  readonly linkTo: (comment: number) => string
  /** Whether the box for a reply is open, if the screen decides that and has the button for it. */
  readonly reply?: { readonly isOpen: boolean; readonly onOpen: (isOpen: boolean) => void }
}

/**
 * A thread: its first comment, the replies, and a box for another. A resolved one is collapsed to one line.
 */
export function Thread(props: ThreadProps) {
  const { thread, target, reply } = props
  const { t } = useTranslation('comments')
  const actorName = useActorName()
  const { first, resolved } = thread
  const [isOpened, setIsOpened] = useState(target !== null)
  // The thread of a link can be known later than the thread is shown.
  useEffect(() => {
    if (target !== null) setIsOpened(true)
  }, [target])
  const { isReplying, setIsReplying, closeReply, replyButton } = useReplying(reply)
  const replies = useReplies(props.project, thread, target)
  const resolve = useResolve(props.project, first.id, setIsOpened)
  if (resolved !== null && !isOpened)
    return <FoldedThread thread={thread} by={resolved.by} onOpen={() => setIsOpened(true)} />
  return (
    <article className={styles.thread} aria-label={t('thread.label', { name: actorName(first.actor) })}>
      {first.kind === 'question' ? (
        <p className={styles.question} data-settled={resolved !== null || undefined}>
          <CircleHelp aria-hidden="true" />
          {t('thread.question')}
          <span className={styles.status}>{t(resolved === null ? 'thread.open' : 'thread.answered')}</span>
        </p>
      ) : null}
      <About language={first.language} shown={props.language} />
      <ThreadComments {...props} replies={replies} />
      {isReplying ? (
        <Reply {...props} onClose={closeReply} />
      ) : (
        <ThreadActs
          isResolved={resolved !== null}
          refusal={props.refusal}
          onResolve={(isResolved) => void resolve(isResolved)}
          onFold={() => setIsOpened(false)}
        >
          {reply === undefined ? (
            <Button
              ref={replyButton}
              size="small"
              refusal={props.refusal}
              onPress={() => setIsReplying(true)}
            >
              {t('thread.reply')}
            </Button>
          ) : null}
        </ThreadActs>
      )}
    </article>
  )
}

/** What languages the thread is about, if that is not the one shown around it. */
function About({
  language,
  shown,
}: {
  readonly language: string | null
  readonly shown: string | undefined
}) {
  const { t } = useTranslation('comments')
  const formats = useFormats()
  if (language === null) return <p className={styles.all}>{t('thread.all')}</p>
  if (shown === undefined || language === shown) return null
  return <p className={styles.all}>{t('thread.about', { language: formats.languageName(language) })}</p>
}

/** Whether the box for a reply is open; the screen decides it, or the thread. */
function useReplying(reply: ThreadProps['reply']) {
  const [isOwnReply, setIsOwnReply] = useState(false)
  const isReplying = reply?.isOpen ?? isOwnReply
  const setIsReplying = reply?.onOpen ?? setIsOwnReply
  const replyButton = useRef<HTMLButtonElement>(null)
  const leavesReply = useRef(false)
  // The box that had the focus is gone, so the button that opened it gets it back.
  useEffect(() => {
    if (!isReplying && leavesReply.current) replyButton.current?.focus()
    leavesReply.current = false
  }, [isReplying])
  return {
    isReplying,
    setIsReplying,
    replyButton,
    closeReply() {
      leavesReply.current = true
      setIsReplying(false)
    },
  }
}

/** Returns a function that resolves or reopens a thread; a resolved one is collapsed. */
function useResolve(project: string, thread: number, onOpened: (isOpened: boolean) => void) {
  const { t } = useTranslation('comments')
  const showFailure = useFailureToast()
  const refresh = useRefreshComments(project)
  return async function resolve(isResolved: boolean): Promise<void> {
    try {
      await commentMutations.resolve(project, thread, isResolved)
      onOpened(!isResolved)
      if (isResolved)
        showToast(t('thread.resolvedNow'), {
          action: undoAction(t('common:undo'), () => void resolve(false)),
        })
      await refresh()
    } catch (error) {
      showFailure(error)
    }
  }
}

function FoldedThread({
  thread: { first, answerCount },
  by,
  onOpen,
}: Pick<ThreadProps, 'thread'> & { readonly by: ActorReply; readonly onOpen: () => void }) {
  const { t } = useTranslation('comments')
  const actorName = useActorName()
  const count = answerCount + (first.removedAt === null ? 1 : 0)
  return (
    <div className={styles.folded}>
      <Button look="quiet" size="small" aria-expanded={false} onPress={onOpen}>
        <CircleCheck className={styles.settled} aria-hidden="true" />
        <span className={styles.foldedText}>
          {t('thread.folded', { name: actorName(by), text: firstWords(first), count })}
        </span>
      </Button>
    </div>
  )
}

function ThreadComments({
  thread: { first },
  replies,
  target,
  linkTo,
  reply: _,
  language: __,
  ...item
}: ThreadProps & { readonly replies: Replies }) {
  const { t } = useTranslation('comments')
  const formats = useFormats()
  const { hiddenCount } = replies
  const one = (comment: CommentReply) => (
    <CommentItem
      key={comment.id}
      {...item}
      comment={comment}
      isTarget={comment.id === target}
      link={linkTo(comment.id)}
    />
  )
  return (
    <ol className={styles.items}>
      {one(first)}
      {hiddenCount > 0 ? (
        <li className={styles.older}>
          <ErrorLine error={replies.error} />
          <Button look="quiet" size="small" isPending={replies.isLoading} onPress={replies.showOlder}>
            {t('thread.older', { count: hiddenCount, shown: formats.number(hiddenCount) })}
          </Button>
        </li>
      ) : null}
      {replies.shown.map(one)}
    </ol>
  )
}

function Reply({
  project,
  thread: { first },
  refusal,
  onClose,
}: Pick<ThreadProps, 'project' | 'thread' | 'refusal'> & { readonly onClose: () => void }) {
  const { t } = useTranslation('comments')
  const actorName = useActorName()
  const refresh = useRefreshComments(project)
  return (
    <div className={styles.reply}>
      <CommentBox
        project={project}
        draftName={`answer:${first.id}`}
        label={t('thread.replyTo', { name: actorName(first.actor) })}
        placeholder={t('thread.replyPlaceholder')}
        sendLabel={t('thread.reply')}
        refusal={refusal}
        autoFocus
        onSend={async (text) => {
          const done = await commentMutations.answer(project, first.id, text)
          void refresh()
          return done
        }}
        onSent={onClose}
        onCancel={onClose}
        onLeave={onClose}
      />
    </div>
  )
}

type ThreadActsProps = Pick<ThreadProps, 'refusal'> & {
  readonly isResolved: boolean
  readonly onResolve: (isResolved: boolean) => void
  readonly onFold: () => void
  /** The button that opens the box for a reply. */
  readonly children: ReactNode
}

function ThreadActs({ isResolved, refusal, onResolve, onFold, children }: ThreadActsProps) {
  const { t } = useTranslation('comments')
  return (
    <div className={styles.acts}>
      {children}
      {isResolved ? (
        <>
          <Button size="small" look="quiet" refusal={refusal} onPress={() => onResolve(false)}>
            {t('thread.reopen')}
          </Button>
          <Button size="small" look="quiet" onPress={onFold}>
            {t('thread.fold')}
          </Button>
        </>
      ) : (
        <Button size="small" look="quiet" refusal={refusal} onPress={() => onResolve(true)}>
          <Check aria-hidden="true" />
          {t('thread.resolve')}
        </Button>
      )}
    </div>
  )
}
