import type { NotificationReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Check, ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActorName, useActorName } from '../../components/ActorName.tsx'
import { Avatar } from '../../components/Avatar.tsx'
import { KeyName } from '../../components/KeyName.tsx'
import type { TextFields } from '../../components/text-fields-props.ts'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { focusPassive, isFocusLost } from '../../lib/focus/focus-screen.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Loading } from '../../ui/Loading.tsx'
import styles from './Inbox.module.css'
import { InboxStrings } from './InboxStrings.tsx'
import { InboxTexts } from './InboxTexts.tsx'
import { itemKind } from './item-kinds.ts'
import { languageOfItem } from './item-target.ts'
import { LaterMenu } from './LaterMenu.tsx'
import { inboxQueries } from './queries.ts'
import { TaskCard } from './TaskCard.tsx'
import { type ItemActs, useItemActs } from './use-item-acts.ts'
import type { ItemWords } from './use-item-words.ts'

export type InboxDetailProps = {
  readonly item: NotificationReply
  /** It is done or postponed, and shown only because it is being read. */
  readonly isGone: boolean
  readonly words: ItemWords
  /** Null: it is not in the list. */
  readonly place: { readonly at: number; readonly of: number } | null
  readonly isReplying: boolean
  readonly onReply: (isReplying: boolean) => void
  readonly onMove: (by: number) => void
  readonly onOpen: () => void
  readonly onDone: () => void
  /** Postpones it until then. */
  readonly onLater: (until: string) => void
  /** The proposed wording was applied: nothing is left to do here. */
  readonly onTaken: () => void
  /** Reopens it after it was done or postponed. */
  readonly onBack: () => void
  /** On phones: back to the list. */
  readonly onList: () => void
  /** The focus is in it. */
  readonly onEnter: () => void
  /** The comments it is about, which are a separate feature. */
  readonly comments: ReactNode
  /** The editor's fields. */
  readonly fields: TextFields
}

/** One notification, with everything needed to handle it here. */
export function InboxDetail(props: InboxDetailProps) {
  const { item, isGone, words, onTaken, onEnter, comments, fields } = props
  const { t } = useTranslation('inbox')
  const { project, key, language, task, strings } = item
  const details = useQuery(inboxQueries.detail(item.id))
  const string = useQuery({
    ...inboxQueries.string(project.slug, key?.id ?? 0, language ?? ''),
    enabled: key !== null && language !== null,
  })
  const detail = details.data
  const row = string.data
  const missing = [details, string].filter(({ data }) => data === undefined)
  const [isEditing, setIsEditing] = useState(false)
  const acts = useItemActs(item, row, {
    onWritten: () => setIsEditing(false),
    onTaken,
  })
  // Where it replaces the list, it is the screen.
  const Heading = useNarrow() ? 'h1' : 'h2'
  const heading = useRef<HTMLHeadingElement>(null)
  // Its row had the focus. The focus of another row would choose that one.
  useEffect(() => {
    if (isGone && heading.current !== null && isFocusLost()) focusPassive(heading.current)
  }, [isGone])
  const isOfComment = itemKind(item).isOfComment === true && item.threadId !== null
  const access = useAccess()
  const listed = languageOfItem(item, (action, one) => access.inLanguage(action, one) === null)
  return (
    <section className={styles.detail} aria-label={t('detail')} onFocus={onEnter}>
      <Where {...props} />
      <Heading ref={heading} className={styles.heading}>
        {words.heading}
      </Heading>
      <Meta item={item} />
      {isOfComment || words.said === '' ? null : <Said item={item} said={words.said} />}
      {task === null ? null : <TaskCard task={task} />}
      {strings === null ? null : <Namespaces strings={strings} />}
      {isOfComment ? <div className={styles.ownThread}>{comments}</div> : null}
      {key === null || language === null ? null : detail === undefined || row === undefined ? (
        <Loading
          rows={3}
          height={60}
          error={missing.find(({ error }) => error !== null)?.error ?? null}
          onRetry={() => Promise.all(missing.map(({ refetch }) => refetch()))}
        />
      ) : (
        <InboxTexts
          item={item}
          detail={detail}
          row={row}
          fields={fields}
          isEditing={isEditing}
          isSaving={acts.isPending}
          saveLabel={t(acts.writes === 'suggest' ? 'suggest' : 'save')}
          problem={acts.problem}
          onSave={acts.write}
          onLeave={() => setIsEditing(false)}
        />
      )}
      {key === null && listed !== undefined ? <InboxStrings item={item} language={listed} /> : null}
      {acts.problem === null || isEditing ? null : (
        <p className={styles.problem} role="alert">
          {acts.problem}
        </p>
      )}
      <Acts
        {...props}
        acts={acts}
        proposed={detail?.proposed ?? null}
        canEdit={row !== undefined}
        isOfComment={isOfComment}
        isEditing={isEditing}
        onEdit={() => setIsEditing(true)}
      />
      {isOfComment || key === null ? null : <div className={styles.thread}>{comments}</div>}
    </section>
  )
}

function Where({ item, isGone, place, onMove, onList }: InboxDetailProps) {
  const { t } = useTranslation('inbox')
  const formats = useFormats()
  const { key, project, language } = item
  return (
    <div className={styles.where}>
      <ToListButton onList={onList} />
      {key === null ? null : <KeyName namespace={key.namespace} name={key.name} />}
      <span className={styles.tag}>
        <bdi>{project.name}</bdi>
      </span>
      {language === null ? null : (
        <span className={styles.tag}>
          <bdi lang={language}>{endonym(language)}</bdi>
        </span>
      )}
      <span className="grow" />
      {isGone || place === null ? null : (
        <span className={styles.about}>
          {t('place', { at: formats.number(place.at), of: formats.number(place.of) })}
        </span>
      )}
      <IconButton label={t('previous')} onPress={() => onMove(-1)}>
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton label={t('next')} onPress={() => onMove(1)}>
        <ChevronDown aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** On narrow screens, where the list is not next to the notification. */
export function ToListButton({ onList }: Pick<InboxDetailProps, 'onList'>) {
  const { t } = useTranslation('inbox')
  return (
    <span className={styles.toList}>
      <IconButton label={t('toList')} onPress={onList}>
        <ArrowLeft aria-hidden="true" className="mirrored" />
      </IconButton>
    </span>
  )
}

function Meta({ item: { actor, at } }: { readonly item: NotificationReply }) {
  const formats = useFormats()
  return (
    <p className={styles.meta}>
      {actor === null ? null : (
        <>
          <Avatar id={actor.id} name={actor.name} size={20} />
          <ActorName actor={actor} /> ·{' '}
        </>
      )}
      {formats.dateTime(at)}
    </p>
  )
}

function Said({ item, said }: { readonly item: NotificationReply; readonly said: string }) {
  const { t } = useTranslation('inbox')
  return (
    <blockquote className={styles.said} data-tone={itemKind(item).tone}>
      {item.reason === null ? null : (
        <small>{t('reason', { reason: t(`reasons.${item.reason}`, { defaultValue: item.reason }) })}</small>
      )}
      <p>
        <bdi>{said}</bdi>
      </p>
    </blockquote>
  )
}

function Namespaces({ strings }: { readonly strings: NonNullable<NotificationReply['strings']> }) {
  const formats = useFormats()
  return (
    <ul className={styles.namespaces}>
      {strings.map(({ namespace, count }) => (
        <li key={namespace}>
          <code dir="ltr">{namespace}</code> {formats.number(count)}
        </li>
      ))}
    </ul>
  )
}

type ActsProps = InboxDetailProps & {
  readonly acts: ItemActs
  readonly proposed: Forms | null
  readonly canEdit: boolean
  readonly isOfComment: boolean
  readonly isEditing: boolean
  readonly onEdit: () => void
}

/** What can be done with it: one primary button, and none while the text is edited. */
function Acts(props: ActsProps) {
  const { item, isGone, acts, proposed, canEdit, isOfComment, isEditing, onEdit, onReply, onOpen, onDone } =
    props
  const { t } = useTranslation('inbox')
  const actorName = useActorName()
  const wording = acts.writes === 'save' ? proposed : null
  const take = () => wording !== null && !acts.isPending && acts.take()
  const edits = canEdit && acts.writes !== null
  const replyRefusal = useReplyKey(props)
  const hasReply = isOfComment && !props.isReplying
  const second = hasReply && replyRefusal === null ? 'reply' : 'open'
  const first = isEditing || props.isReplying ? null : wording !== null ? 'take' : second
  useShortcuts([
    {
      id: 'inbox-edit',
      keys: 'e',
      label: 'inbox:edit',
      group: 'inbox:title',
      run: edits ? onEdit : () => item.key === null && onOpen(),
    },
    { id: 'inbox-take', keys: 'a', label: 'inbox:applyProposal', group: 'inbox:title', run: take },
  ])
  const isOver = item.doneAt !== null || item.laterUntil !== null
  return (
    <div className={styles.acts}>
      {wording === null ? null : (
        <Button
          look={first === 'take' ? 'primary' : 'plain'}
          keys="a"
          onPress={take}
          isPending={acts.isPending}
        >
          {t('takeWordingOf', { actor: actorName(item.actor) ?? t('somebody') })}
        </Button>
      )}
      {hasReply ? (
        <Button
          look={first === 'reply' ? 'primary' : 'plain'}
          keys="c"
          refusal={replyRefusal}
          onPress={() => onReply(true)}
        >
          {t('reply')}
        </Button>
      ) : null}
      {edits && !isEditing ? (
        <Button keys="e" onPress={onEdit}>
          {t(acts.writes === 'suggest' ? 'suggestText' : 'edit')}
        </Button>
      ) : null}
      <Button look={first === 'open' ? 'primary' : 'plain'} keys="Enter" onPress={onOpen}>
        {t(itemKind(item).opens?.label ?? (item.task?.goal === 'reviewed' ? 'openInReview' : 'openInEditor'))}
      </Button>
      <span className="grow" />
      {isGone ? (
        <span className={styles.about}>{t('gone')}</span>
      ) : isOver ? (
        item.isDoneByWork ? null : (
          <Button look="ghost" onPress={props.onBack}>
            {t('back')}
          </Button>
        )
      ) : (
        <>
          <LaterMenu onLater={props.onLater} />
          <Button look="ghost" keys="d" onPress={onDone}>
            <Check aria-hidden="true" /> {t('done')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Opens the box for a reply by its key. Returns why the person cannot comment; null: they can. */
function useReplyKey({ item, onReply }: Pick<InboxDetailProps, 'item' | 'onReply'>): string | null {
  const { language, key } = item
  const namespace = key?.namespace ?? null
  const refusal = useAccess().inThread('comments.add', { language, namespace })
  useShortcuts([
    {
      id: 'inbox-reply',
      keys: 'c',
      label: 'inbox:reply',
      group: 'inbox:title',
      refusal: hasCommentBox(item) ? refusal : null,
      run: (event) => {
        event.preventDefault()
        if (hasCommentBox(item)) onReply(true)
      },
    },
  ])
  return refusal
}

/** Whether comments are shown with a box to add one: of a thread, or of a string in a language. */
function hasCommentBox({ key, threadId, language }: NotificationReply): boolean {
  return key !== null && (threadId !== null || language !== null)
}
