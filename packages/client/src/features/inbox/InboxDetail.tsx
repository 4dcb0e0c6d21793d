import type { NotificationReply } from '@dragoman/contract'
import type { Forms } from '@dragoman/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActorName, useActorName } from '../../components/ActorName.tsx'
import { Avatar } from '../../components/Avatar.tsx'
import { KeyName } from '../../components/KeyName.tsx'
import { endonym, useFormats } from '../../i18n/formats.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useSaving } from '../../lib/saving/use-saving.ts'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { NEEDS_ME } from '../../lib/server/needs-me.ts'
import { useShortcuts } from '../../lib/shortcuts/shortcuts.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './Inbox.module.css'
import { InboxTexts } from './InboxTexts.tsx'
import { InboxThread } from './InboxThread.tsx'
import { LaterMenu } from './LaterMenu.tsx'
import { inboxMutations, inboxQueries } from './queries.ts'
import type { ItemWords } from './use-item-words.ts'

export type InboxDetailProps = {
  readonly item: NotificationReply
  readonly words: ItemWords
  readonly place: { readonly at: number; readonly of: number }
  readonly isReplying: boolean
  readonly onReply: (isReplying: boolean) => void
  readonly onMove: (by: number) => void
  readonly onOpen: () => void
  readonly onDone: () => void
  /** Postpones it until then. */
  readonly onLater: (until: string) => void
  /** Reopens it after it was done or postponed. */
  readonly onBack: () => void
}

/** Kinds that do not open in the editor. */
const OPENS: Readonly<Partial<Record<NotificationReply['kind'], string>>> = {
  'webhook-off': 'openSettings',
  'repository-problem': 'openFiles',
  'branch-closed': 'openFiles',
  'move-failed': 'openReleases',
}

/** One notification, with everything needed to handle it here. */
export function InboxDetail(props: InboxDetailProps) {
  const { item, words, place, isReplying, onReply, onMove, onOpen, onDone, onLater, onBack } = props
  const { t } = useTranslation('inbox')
  const formats = useFormats()
  const failureText = useFailureText()
  const actorName = useActorName()
  const client = useQueryClient()
  const { data } = useQuery(inboxQueries.detail(item.id))
  const { actor, project, key, language, task, strings } = item
  const proposed = data?.proposed ?? null
  const [isEditing, setIsEditing] = useState(false)
  const mayEdit = key !== null && language !== null && data?.current != null && task === null
  const edit = () => (mayEdit ? setIsEditing(true) : onOpen())
  const { drafts } = useSaving()
  const save = useMutation({
    mutationFn: (forms: Forms) => {
      const address = { project: project.slug, language: language ?? '', keyId: key?.id ?? 0 }
      const base = drafts.read(address)?.baseVersion ?? data?.current?.version ?? 0
      return inboxMutations.takeWording(item, forms, base).then(() => drafts.discard(address))
    },
    onSuccess: () => {
      setIsEditing(false)
      showToast(t('said.taken'))
    },
    // What was typed is a draft in this browser, shared with the editor.
    onError: (failure) => showToast(failureText(failure), { tone: 'problem' }),
    onSettled: () => client.invalidateQueries({ queryKey: NEEDS_ME }),
  })
  const take = useMutation({
    mutationFn: (forms: Forms) => inboxMutations.takeWording(item, forms, data?.current?.version ?? 0),
    onSuccess: () => {
      showToast(t('said.taken'))
      onMove(1)
    },
    onError: (failure) => showToast(failureText(failure), { tone: 'problem' }),
    onSettled: () => client.invalidateQueries({ queryKey: NEEDS_ME }),
  })
  const takeWording = () => proposed !== null && take.mutate(proposed)
  useShortcuts([
    { id: 'inbox-edit', keys: 'e', label: 'inbox:edit', group: 'inbox:title', run: edit },
    { id: 'inbox-take', keys: 'a', label: 'inbox:takeWording', group: 'inbox:title', run: takeWording },
  ])
  const isOver = item.doneAt !== null || item.laterUntil !== null
  return (
    <section className={styles.detail} aria-label={t('detail')}>
      <div className={styles.where}>
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
        <span className={styles.about}>
          {t('place', { at: formats.number(place.at), of: formats.number(place.of) })}
        </span>
        <IconButton label={t('previous')} onPress={() => onMove(-1)}>
          <ChevronUp aria-hidden="true" />
        </IconButton>
        <IconButton label={t('next')} onPress={() => onMove(1)}>
          <ChevronDown aria-hidden="true" />
        </IconButton>
      </div>
      <h2>{words.heading}</h2>
      <p className={styles.meta}>
        {actor === null ? null : <Avatar id={actor.id} name={actor.name} size={20} />}
        {actor === null ? null : (
          <>
            <ActorName actor={actor} /> ·{' '}
          </>
        )}
        {formats.dateTime(item.at)}
      </p>
      {words.said === '' ? null : (
        <blockquote className={styles.said} data-kind={item.kind}>
          {item.reason === null ? null : (
            <small>
              {t('reason', { reason: t(`reasons.${item.reason}`, { defaultValue: item.reason }) })}
            </small>
          )}
          <p>
            <bdi>{words.said}</bdi>
          </p>
        </blockquote>
      )}
      {task === null || task.note === '' ? null : <p className={styles.note}>{task.note}</p>}
      {strings === null ? null : (
        <ul className={styles.namespaces}>
          {strings.map(({ namespace, count }) => (
            <li key={namespace}>
              <code dir="ltr">{namespace}</code> {formats.number(count)}
            </li>
          ))}
        </ul>
      )}
      {data === undefined || language === null || (data.source ?? data.current) === null ? null : (
        <InboxTexts
          item={item}
          detail={data}
          language={language}
          isEditing={isEditing}
          isSaving={save.isPending}
          onSave={(forms) => save.mutate(forms)}
          onLeave={() => setIsEditing(false)}
        />
      )}
      <div className={styles.acts}>
        {proposed === null ? null : (
          <Button look="primary" keys="a" onPress={takeWording} isPending={take.isPending}>
            {t('takeWordingOf', { actor: actorName(actor) ?? t('somebody') })}
          </Button>
        )}
        {mayEdit && !isEditing ? (
          <Button keys="e" onPress={edit}>
            {t('edit')}
          </Button>
        ) : null}
        <Button look={proposed === null ? 'primary' : 'plain'} keys="Enter" onPress={onOpen}>
          {t(OPENS[item.kind] ?? 'openInEditor')}
        </Button>
        <span className="grow" />
        {isOver ? (
          item.isDoneByWork ? null : (
            <Button look="ghost" onPress={onBack}>
              {t('back')}
            </Button>
          )
        ) : (
          <>
            <LaterMenu onLater={onLater} />
            <Button look="ghost" keys="d" onPress={onDone}>
              <Check aria-hidden="true" /> {t('done')}
            </Button>
          </>
        )}
      </div>
      {key === null ? null : <InboxThread item={item} isReplying={isReplying} onReply={onReply} />}
    </section>
  )
}
