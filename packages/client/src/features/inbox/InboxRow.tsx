import type { NotificationReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { DueLabel } from '../../components/DueMark.tsx'
import { useFormats } from '../../i18n/formats.ts'
import styles from './Inbox.module.css'
import { itemKind } from './item-kinds.ts'
import { type CommentPart, mentionParts } from './mention-parts.ts'
import type { ItemWords } from './use-item-words.ts'

export type InboxRowProps = {
  readonly item: NotificationReply
  readonly words: ItemWords
  readonly isCurrent: boolean
  readonly onFocus: () => void
  readonly onChoose: () => void
  readonly onOpen: () => void
}

/** One row: who, what and where, with an excerpt. */
export function InboxRow({ item, words, isCurrent, onFocus, onChoose, onOpen }: InboxRowProps) {
  const { t } = useTranslation('inbox')
  const formats = useFormats()
  const { Sign, tone, isUrgent = false } = itemKind(item)
  const { task, strings } = item
  const said = words.said
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        data-kind={item.kind}
        data-item={item.id}
        data-tone={tone}
        data-urgent={isUrgent}
        aria-current={isCurrent}
        onFocus={onFocus}
        onClick={onChoose}
        onDoubleClick={onOpen}
      >
        <Sign aria-hidden="true" className="mirrored" />
        <span className={styles.title}>
          {words.title} {item.key === null ? null : <code dir="ltr">{item.key.name}</code>}
        </span>
        <DueLabel text={words.when} due={words.due} />
        {task === null ? null : (
          <span className={styles.progress}>
            <span className={styles.bar} aria-hidden="true">
              <i style={{ inlineSize: `${task.total === 0 ? 0 : (100 * task.done) / task.total}%` }} />
            </span>
            {t('progress', { done: formats.number(task.done), count: task.total })}
          </span>
        )}
        {strings === null ? null : (
          <span className={styles.text}>
            {strings.map(({ namespace, count }) => `${namespace} ${formats.number(count)}`).join(' · ')}
          </span>
        )}
        {said === '' ? null : (
          <span className={styles.text}>
            <bdi>
              {mentionParts(said).map((part, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity but their position
                <Excerpt key={place} part={part} />
              ))}
            </bdi>
          </span>
        )}
      </button>
    </li>
  )
}

function Excerpt({ part: { kind, text } }: { readonly part: CommentPart }) {
  if (kind === 'text') return text
  if (kind === 'mention') return <b className={styles.mention}>{text}</b>
  return (
    <code className={styles.placeholder} dir="ltr">
      {text}
    </code>
  )
}
