import type { api, EditorRowReply, NotificationReply, ReplyOf } from '@dragoman/contract'
import { FORM_NAMES, type Forms, hasText, sameForms } from '@dragoman/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useActorName } from '../../components/ActorName.tsx'
import { DiffText } from '../../components/DiffText.tsx'
import { EditText } from '../../components/EditText.tsx'
import { Message } from '../../components/Message.tsx'
import type { TextFields } from '../../components/text-fields-props.ts'
import { endonym } from '../../i18n/formats.ts'
import { useDraft, useSaving } from '../../lib/saving/use-saving.ts'
import type { DiffView } from '../../lib/text/shown-differences.ts'
import styles from './Inbox.module.css'

export type NotificationDetail = ReplyOf<typeof api.notifications.get>

export type InboxTextsProps = {
  readonly item: NotificationReply
  readonly detail: NotificationDetail
  readonly row: EditorRowReply
  /** The editor's fields. */
  readonly fields: TextFields
  readonly isEditing: boolean
  readonly isSaving: boolean
  readonly saveLabel: string
  /** What happened to the last save, if it failed. */
  readonly problem: string | null
  readonly onSave: (forms: Forms) => void
  readonly onLeave: () => void
}

/**
 * The related texts: the source, what was written and what is proposed, or the current text, edited in place.
 */
export function InboxTexts(props: InboxTextsProps) {
  const { item, detail, row, isEditing } = props
  const { t } = useTranslation(['inbox', 'translations'])
  const actorName = useActorName()
  const { source, target } = row
  const { language } = target
  const { written, proposed } = detail
  const isShown = written === null || !sameForms(written, target.forms)
  return (
    <dl className={styles.texts}>
      <Line name={endonym(source.language)}>
        <Texts forms={source.forms} language={source.language} />
      </Line>
      {written === null ? null : (
        <Line name={t('youWrote')}>
          {proposed === null ? (
            <Texts forms={written} language={language} />
          ) : (
            <Differences before={written} after={proposed} language={language} view="origin" />
          )}
        </Line>
      )}
      {proposed === null ? null : (
        <Line name={t('proposed', { actor: actorName(item.actor) ?? t('somebody') })}>
          <Differences before={written ?? {}} after={proposed} language={language} view="result" />
        </Line>
      )}
      {isEditing ? (
        <Line name={endonym(language)}>
          <EditedText {...props} />
        </Line>
      ) : isShown ? (
        <Line name={endonym(language)}>
          {hasText(target.forms) ? (
            <Texts forms={target.forms} language={language} />
          ) : (
            <span className={styles.about}>{t('translations:row.untranslated')}</span>
          )}
        </Line>
      ) : null}
    </dl>
  )
}

/** The current text in fields; what is typed is a draft in this browser, shared with the editor. */
function EditedText(props: InboxTextsProps) {
  const { item, row, fields, isSaving, saveLabel, problem, onSave, onLeave } = props
  const { drafts } = useSaving()
  const { key, source, target } = row
  const address = { project: item.project.slug, language: target.language, keyId: key.id }
  const draft = useDraft(address)
  const typed = draft?.forms ?? target.forms
  const type = (forms: Forms) => {
    if (sameForms(forms, target.forms)) drafts.discard(address)
    else
      drafts.write(address, {
        forms,
        base: draft?.base ?? target.forms,
        baseVersion: draft?.baseVersion ?? target.version,
        sourceVersion: source.version,
        at: Date.now(),
        failure: null,
        keyName: `${key.namespace}:${key.name}`,
      })
  }
  const discard = () => {
    drafts.discard(address)
    onLeave()
  }
  return (
    <EditText
      fields={fields}
      string={{ key, source, language: target.language }}
      forms={typed}
      saveLabel={saveLabel}
      isSaving={isSaving}
      problem={problem}
      onForms={type}
      onSave={() => onSave(typed)}
      onLeave={onLeave}
      onDiscard={draft === null ? null : discard}
    />
  )
}

function Line({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
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
