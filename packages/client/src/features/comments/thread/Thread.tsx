import type { CommentReply, CommentThreadReply } from '@dragoman/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleCheck, CircleHelp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActorName } from '../../../components/ActorName.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { Button } from '../../../ui/Button.tsx'
import { CommentBox } from '../box/CommentBox.tsx'
import { commentMutations } from '../queries.ts'
import { CommentItem, type CommentItemProps } from './CommentItem.tsx'
import { firstWords } from './first-words.ts'
import styles from './Thread.module.css'

export type ThreadProps = Pick<CommentItemProps, 'project' | 'refusal' | 'mayModerate' | 'onRemove'> & {
  readonly thread: CommentThreadReply
  /** The comment that the link refers to. */
  readonly target: number | null
  readonly linkTo: (comment: number) => string
  /** Whether the box for a reply is open, if the screen decides that and has the button for it. */
  readonly reply?: { readonly isOpen: boolean; readonly onOpen: (isOpen: boolean) => void }
}

/**
 * A thread: its first comment, the replies, and a box for another. A resolved one is collapsed to one line.
 */
export function Thread(props: ThreadProps) {
  const { thread, project, refusal, mayModerate, target, linkTo, reply, onRemove } = props
  const { t } = useTranslation('comments')
  const actorName = useActorName()
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const { first, answers, answerCount, resolved } = thread
  const holdsTarget = [first, ...answers].some(({ id }) => id === target)
  const [isOpened, setIsOpened] = useState(holdsTarget)
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
  const closeReply = () => {
    leavesReply.current = true
    setIsReplying(false)
  }
  const [older, setOlder] = useState<readonly CommentReply[]>([])
  const [hasOlder, setHasOlder] = useState(true)
  const shown = [...older.filter(({ id }) => !answers.some((answer) => answer.id === id)), ...answers]
  const hidden = answerCount - shown.filter(({ removedAt }) => removedAt === null).length

  const refresh = () => client.invalidateQueries({ queryKey: projectKey(project, 'comments') })
  const resolve = async (isResolved: boolean) => {
    try {
      await commentMutations.resolve(project, first.id, isResolved)
      setIsOpened(!isResolved)
      if (isResolved)
        showToast(t('thread.resolvedNow'), {
          action: { label: t('thread.undo'), run: () => void resolve(false), isUndo: true },
        })
      await refresh()
    } catch (error) {
      showToast(failureText(error), { tone: 'problem' })
    }
  }
  const showOlder = async () => {
    const before = shown[0]?.id
    if (before === undefined) return
    try {
      const page = await commentMutations.older(project, first.id, before)
      setOlder([...page.answers, ...older])
      setHasOlder(page.hasOlder)
    } catch (error) {
      showToast(failureText(error), { tone: 'problem' })
    }
  }

  const count = answerCount + (first.removedAt === null ? 1 : 0)
  if (resolved !== null && !isOpened)
    return (
      <div className={styles.folded}>
        <Button look="quiet" size="small" aria-expanded={false} onPress={() => setIsOpened(true)}>
          <CircleCheck className={styles.settled} aria-hidden="true" />
          <span className={styles.foldedText}>
            {t('thread.folded', { name: actorName(resolved.by), text: firstWords(first), count })}
          </span>
        </Button>
      </div>
    )
  const item = { project, refusal, mayModerate, onRemove }
  return (
    <article className={styles.thread} aria-label={t('thread.label', { name: actorName(first.actor) })}>
      {first.kind === 'question' ? (
        <p className={styles.question} data-settled={resolved !== null || undefined}>
          <CircleHelp aria-hidden="true" />
          {t('thread.question')}
          <span className={styles.status}>{t(resolved === null ? 'thread.open' : 'thread.answered')}</span>
        </p>
      ) : null}
      {first.language === null ? <p className={styles.all}>{t('thread.all')}</p> : null}
      <ol className={styles.items}>
        <CommentItem {...item} comment={first} isTarget={first.id === target} link={linkTo(first.id)} />
        {hidden > 0 && hasOlder ? (
          <li className={styles.older}>
            <Button look="quiet" size="small" onPress={() => void showOlder()}>
              {t('thread.older', { count: hidden, shown: formats.number(hidden) })}
            </Button>
          </li>
        ) : null}
        {shown.map((answer) => (
          <CommentItem
            key={answer.id}
            {...item}
            comment={answer}
            isTarget={answer.id === target}
            link={linkTo(answer.id)}
          />
        ))}
      </ol>
      {isReplying ? (
        <div className={styles.reply}>
          <CommentBox
            project={project}
            draftName={`${project}:answer:${first.id}`}
            label={t('thread.replyTo', { name: actorName(first.actor) })}
            placeholder={t('thread.replyPlaceholder')}
            sendLabel={t('thread.reply')}
            refusal={refusal}
            autoFocus
            onSend={async (text) => {
              const done = await commentMutations.answer(project, first.id, text)
              closeReply()
              void refresh()
              return done
            }}
            onCancel={closeReply}
            onLeave={closeReply}
          />
        </div>
      ) : (
        <div className={styles.acts}>
          {reply === undefined ? (
            <Button ref={replyButton} size="small" refusal={refusal} onPress={() => setIsReplying(true)}>
              {t('thread.reply')}
            </Button>
          ) : null}
          {resolved === null ? (
            <Button size="small" look="quiet" refusal={refusal} onPress={() => void resolve(true)}>
              <Check aria-hidden="true" />
              {t('thread.resolve')}
            </Button>
          ) : (
            <>
              <Button size="small" look="quiet" refusal={refusal} onPress={() => void resolve(false)}>
                {t('thread.reopen')}
              </Button>
              <Button size="small" look="quiet" onPress={() => setIsOpened(false)}>
                {t('thread.fold')}
              </Button>
            </>
          )}
        </div>
      )}
    </article>
  )
}
