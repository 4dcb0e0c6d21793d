import type { api, NotificationReply, ReplyOf } from '@dragoman/contract'
import { FORM_NAMES, type FormName, type Forms, sameForms } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { useActorName } from '../../components/ActorName.tsx'
import { DiffText } from '../../components/DiffText.tsx'
import { EditText } from '../../components/EditText.tsx'
import { Message } from '../../components/Message.tsx'
import { endonym } from '../../i18n/formats.ts'
import { useDraft, useSaving } from '../../lib/saving/use-saving.ts'
import type { DiffView } from '../../lib/text/shown-differences.ts'
import styles from './Inbox.module.css'

export type NotificationDetail = ReplyOf<typeof api.notifications.get>

export type InboxTextsProps = {
  readonly item: NotificationReply
  readonly detail: NotificationDetail
  readonly language: string
  readonly isEditing: boolean
  readonly isSaving: boolean
  readonly onSave: (forms: Forms) => void
  readonly onLeave: () => void
}

/**
 * The related texts: the source, what was written and what is proposed, or the current text, edited in place.
 */
export function InboxTexts(props: InboxTextsProps) {
  const { item, detail, language, isEditing, isSaving, onSave, onLeave } = props
  const { t } = useTranslation(['inbox', 'review'])
  const actorName = useActorName()
  const { drafts } = useSaving()
  const address = { project: item.project.slug, language, keyId: item.key?.id ?? 0 }
  const draft = useDraft(address)
  const { source, sourceLanguage, written, proposed, current } = detail
  const now = current?.forms ?? {}
  const typed = draft?.forms ?? now
  const type = (forms: Forms) => {
    if (sameForms(forms, now)) drafts.discard(address)
    else
      drafts.write(address, {
        forms,
        base: draft?.base ?? now,
        baseVersion: draft?.baseVersion ?? current?.version ?? 0,
        at: Date.now(),
        failure: null,
        keyName: item.key === null ? undefined : `${item.key.namespace}:${item.key.name}`,
      })
  }
  const discard = () => {
    drafts.discard(address)
    onLeave()
  }
  const isShown = current !== null && (written === null || !sameForms(written, current.forms))
  return (
    <dl className={styles.texts}>
      {source === null ? null : (
        <>
          <dt>{endonym(sourceLanguage)}</dt>
          <dd>
            <Texts forms={source} language={sourceLanguage} />
          </dd>
        </>
      )}
      {written === null ? null : (
        <>
          <dt>{t('youWrote')}</dt>
          <dd>
            {proposed === null ? (
              <Texts forms={written} language={language} />
            ) : (
              <Differences before={written} after={proposed} language={language} view="origin" />
            )}
          </dd>
        </>
      )}
      {proposed === null ? null : (
        <>
          <dt>{t('proposed', { actor: actorName(item.actor) ?? t('somebody') })}</dt>
          <dd>
            <Differences before={written ?? {}} after={proposed} language={language} view="result" />
          </dd>
        </>
      )}
      {isShown || isEditing ? (
        <>
          <dt>{endonym(language)}</dt>
          <dd>
            {isEditing ? (
              <EditText
                names={namesOf(now, source ?? {}, typed)}
                language={language}
                forms={typed}
                label={endonym(language)}
                saveLabel={t('save')}
                isSaving={isSaving}
                onForms={type}
                onSave={() => onSave(typed)}
                onLeave={onLeave}
                onDiscard={draft === null ? null : discard}
              />
            ) : (
              <Texts forms={now} language={language} />
            )}
          </dd>
        </>
      ) : null}
    </dl>
  )
}

/** Returns the forms of the text; if it has none yet, those of its source. */
function namesOf(...texts: readonly Forms[]): readonly FormName[] {
  for (const forms of texts) {
    const names = FORM_NAMES.filter((form) => forms[form] !== undefined)
    if (names.length > 0) return names
  }
  return ['other']
}

function Texts({ forms, language }: { readonly forms: Forms; readonly language: string }) {
  return FORM_NAMES.filter((form) => forms[form] !== undefined).map((form) => (
    <p key={form}>
      <Message text={forms[form] ?? ''} language={language} />
    </p>
  ))
}

type DifferencesProps = {
  readonly before: Forms
  readonly after: Forms
  readonly language: string
  readonly view: DiffView
}

function Differences({ before, after, language, view }: DifferencesProps) {
  const named = FORM_NAMES.filter((form) => before[form] !== undefined || after[form] !== undefined)
  return named.map((form) => (
    <p key={form}>
      <DiffText before={before[form] ?? ''} after={after[form] ?? ''} language={language} view={view} />
    </p>
  ))
}
