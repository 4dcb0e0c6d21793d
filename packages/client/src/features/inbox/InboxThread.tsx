import type { NotificationReply } from '@dragoman/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActorName } from '../../components/ActorName.tsx'
import { Avatar } from '../../components/Avatar.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { NEEDS_ME } from '../../lib/server/needs-me.ts'
import { Button } from '../../ui/Button.tsx'
import { plainMentions } from './group-by-project.ts'
import styles from './Inbox.module.css'
import { inboxMutations, inboxQueries } from './queries.ts'
import { readReplyDraft, writeReplyDraft } from './reply-drafts.ts'

export type InboxThreadProps = {
  readonly item: NotificationReply
  readonly isReplying: boolean
  readonly onReply: (isReplying: boolean) => void
}

/** The related comments, and a box to reply without leaving the page. */
export function InboxThread({ item, isReplying, onReply }: InboxThreadProps) {
  const { t } = useTranslation('inbox')
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setTyped] = useState(() => readReplyDraft(item.id))
  const setText = (typed: string) => {
    writeReplyDraft(item.id, typed)
    setTyped(typed)
  }
  const { threadId, project } = item
  const { data } = useQuery({
    ...inboxQueries.thread(project.slug, threadId ?? 0),
    enabled: threadId !== null,
  })
  const reply = useMutation({
    mutationFn: (said: string) => inboxMutations.reply(item, said),
    onSuccess: () => {
      setText('')
      onReply(false)
      showToast(t('said.replied'))
    },
    // What was typed is kept.
    onError: (failure) => showToast(failureText(failure), { tone: 'problem' }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: NEEDS_ME }),
        client.invalidateQueries({ queryKey: inboxQueries.thread(project.slug, threadId ?? 0).queryKey }),
      ]),
  })
  useEffect(() => {
    if (isReplying) field.current?.focus()
  }, [isReplying])
  function send(event?: FormEvent): void {
    event?.preventDefault()
    if (text.trim() !== '') reply.mutate(text)
  }
  const comments = data === undefined ? [] : [data.first, ...data.answers]
  return (
    <div className={styles.thread}>
      {comments.map(({ id, actor, createdAt, text: said }) => (
        <div key={id} className={styles.comment}>
          <Avatar id={actor.id} name={actor.name} size={24} />
          <small>
            <b>
              <ActorName actor={actor} />
            </b>{' '}
            · {formats.relative(createdAt)}
          </small>
          <p>
            <bdi>{plainMentions(said)}</bdi>
          </p>
        </div>
      ))}
      {isReplying ? (
        <form className={styles.reply} onSubmit={send}>
          <textarea
            ref={field}
            aria-label={t('reply')}
            value={text}
            dir="auto"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
              if (event.key === 'Escape') onReply(false)
            }}
          />
          <Button type="submit" look="plain" isPending={reply.isPending}>
            {t('send')}
          </Button>
        </form>
      ) : (
        <div className={styles.replyOpen}>
          <Button keys="c" onPress={() => onReply(true)}>
            {t('reply')}
          </Button>
        </div>
      )}
    </div>
  )
}
