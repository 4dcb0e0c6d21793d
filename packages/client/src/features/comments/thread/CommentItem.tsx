import type { CommentReply } from '@dragoman/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActorName } from '../../../components/ActorName.tsx'
import { Avatar } from '../../../components/Avatar.tsx'
import { useFormats } from '../../../i18n/formats.ts'
import { useOwnId } from '../../../lib/access/own-id.ts'
import { useCopy } from '../../../lib/notices/use-copy.ts'
import { Menu, MenuRow } from '../../../ui/Menu.tsx'
import { CommentBox } from '../box/CommentBox.tsx'
import { typedText } from '../box/mention-text.ts'
import { CommentText } from '../markdown/CommentText.tsx'
import { commentMutations, useRefreshComments } from '../queries.ts'
import styles from './Thread.module.css'

export type CommentItemProps = {
  readonly comment: CommentReply
  readonly project: string
  /** The link refers to this comment. */
  readonly isTarget: boolean
  /** Called with it then, whenever it appears. */
  readonly onTarget: (item: HTMLElement) => void
  /** Why nothing can be written here; null if it can. */
  readonly refusal: string | null
  /** Whether the person can remove comments of others. */
  readonly mayModerate: boolean
  readonly link: string
  readonly onRemove: (comment: CommentReply) => void
}

/** One comment: author, time, text and actions. */
export function CommentItem(props: CommentItemProps) {
  const { comment, project, isTarget, onTarget, refusal, mayModerate, link, onRemove } = props
  const { t } = useTranslation('comments')
  const formats = useFormats()
  const { copy } = useCopy()
  const ownId = useOwnId()
  const refresh = useRefreshComments(project)
  /** The version that is being edited: one that another window saves meanwhile is not overwritten. */
  const [edited, setEdited] = useState<number | null>(null)
  const place = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isTarget && place.current !== null) onTarget(place.current)
  }, [isTarget, onTarget])

  const { id, actor, createdAt, editedAt, removedAt } = comment
  const isOwn = actor.id !== null && actor.id === ownId
  const acts = [
    { id: 'link', name: t('item.link'), run: () => void copy(new URL(link, location.href).href) },
    ...(isOwn && refusal === null
      ? [{ id: 'edit', name: t('item.edit'), run: () => setEdited(comment.version) }]
      : []),
    ...((isOwn && refusal === null) || mayModerate
      ? [{ id: 'remove', name: t('item.remove'), run: () => onRemove(comment) }]
      : []),
  ]
  if (removedAt !== null)
    return (
      <li ref={place} tabIndex={-1} className={styles.item} data-target={isTarget || undefined}>
        <span className={styles.removed}>{t('item.removed')}</span>
      </li>
    )
  return (
    <li ref={place} tabIndex={-1} className={styles.item} data-target={isTarget || undefined}>
      <Avatar id={actor.id} name={actor.name} />
      <div className={styles.content}>
        <header className={styles.meta}>
          <ActorName actor={actor} className={styles.who} />
          <time dateTime={createdAt} title={formats.dateTime(createdAt)}>
            {formats.relative(createdAt)}
          </time>
          {editedAt === null ? null : <span title={formats.dateTime(editedAt)}>{t('item.edited')}</span>}
          <span className={styles.more}>
            <Menu
              label={t('item.menu')}
              items={acts}
              onAction={(chosen) => acts.find((act) => act.id === chosen)?.run()}
            >
              {(act) => <MenuRow id={act.id}>{act.name}</MenuRow>}
            </Menu>
          </span>
        </header>
        {edited !== null ? (
          <CommentBox
            project={project}
            draftName={`edit:${id}`}
            label={t('item.edit')}
            sendLabel={t('item.save')}
            initial={typedText(comment.text, comment.mentions)}
            refusal={refusal}
            autoFocus
            onSend={async (text) => {
              const done = await commentMutations.edit(project, id, { text, baseVersion: edited })
              void refresh()
              return done
            }}
            onSent={() => setEdited(null)}
            onCancel={() => setEdited(null)}
            onLeave={() => {
              setEdited(null)
              place.current?.focus()
            }}
          />
        ) : (
          <CommentText text={comment.text} mentions={comment.mentions} />
        )}
      </div>
    </li>
  )
}
