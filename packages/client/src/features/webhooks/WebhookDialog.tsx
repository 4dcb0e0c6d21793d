import type { ProjectReply, WebhookReply } from '@dragoman/contract'
import { LIMITS, WEBHOOK_TOPICS } from '@dragoman/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/FormDialog.tsx'
import { LimitChoice } from '../../components/LimitChoice.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { changedFields } from '../../lib/changed-fields.ts'
import { useFields } from '../../lib/use-fields.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { WebhookFields } from './queries.ts'

const NEW: WebhookFields = {
  url: '',
  description: '',
  topics: null,
  languages: null,
  namespaces: null,
  isOn: true,
  withNames: false,
}

export type WebhookDialogProps = {
  readonly project: ProjectReply
  /** Null: a new one. */
  readonly webhook: WebhookReply | null
  /** `changed`: what differs from the webhook as it was when the dialog opened. */
  readonly onSave: (fields: WebhookFields, changed: Partial<WebhookFields>) => Promise<void>
  readonly onClose: () => void
}

/** Edits a webhook's URL and events. */
export function WebhookDialog({ project, webhook, onSave, onClose }: WebhookDialogProps) {
  const { t } = useTranslation('webhooks')
  const formats = useFormats()
  const [opened] = useState(() => (webhook === null ? NEW : fieldsOf(webhook)))
  const { fields, set, bind } = useFields(opened)
  const save = useMutation({
    mutationFn: () => {
      const entered = { ...fields, url: fields.url.trim() }
      return onSave(entered, changedFields(opened, entered))
    },
  })
  const isEmpty = (list: readonly unknown[] | null) => list?.length === 0
  const { url, topics, languages, namespaces, isOn, withNames } = fields
  const act = t(webhook === null ? 'add' : 'save')
  return (
    <FormDialog
      title={t(webhook === null ? 'add' : 'editTitle')}
      onClose={onClose}
      act={act}
      request={save}
      isDisabled={url.trim() === '' || [topics, languages, namespaces].some(isEmpty)}
    >
      <TextField
        label={t('url')}
        hint={t('urlHint')}
        {...bind('url')}
        placeholder="https://example.com/hooks/dragoman"
        maxLength={LIMITS.webAddressMax}
        isRequired
        autoFocus
        code
      />
      <TextField label={t('description')} {...bind('description')} maxLength={LIMITS.nameMax} />
      <LimitChoice
        legend={t('topics')}
        everything={t('everything')}
        options={WEBHOOK_TOPICS.map((id) => ({ id, name: t(`topic.${id}`) }))}
        value={topics}
        onChange={(chosen) =>
          set({ topics: chosen && WEBHOOK_TOPICS.filter((topic) => chosen.includes(topic)) })
        }
      />
      <LimitChoice
        legend={t('languages')}
        everything={t('allLanguages')}
        options={project.languages.map(({ tag }) => ({ id: tag, name: formats.languageName(tag) }))}
        value={languages}
        onChange={(chosen) => set({ languages: chosen && [...chosen] })}
      />
      {project.namespaces.length < 2 && namespaces === null ? null : (
        <LimitChoice
          legend={t('namespaces')}
          everything={t('allNamespaces')}
          options={project.namespaces.map(({ name }) => ({ id: name, name }))}
          value={namespaces}
          onChange={(chosen) => set({ namespaces: chosen && [...chosen] })}
        />
      )}
      <Checkbox
        isSelected={withNames}
        onChange={(value) => set({ withNames: value })}
        hint={t('withNamesHint')}
      >
        {t('withNames')}
      </Checkbox>
      <Checkbox isSelected={isOn} onChange={(value) => set({ isOn: value })}>
        {t('isOn')}
      </Checkbox>
    </FormDialog>
  )
}

function fieldsOf(webhook: WebhookReply): WebhookFields {
  const { url, description, topics, languages, namespaces, isOn, withNames } = webhook
  return { url, description, topics, languages, namespaces, isOn, withNames }
}
