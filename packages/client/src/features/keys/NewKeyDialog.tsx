import { api, type ProjectReply } from '@dragoman/contract'
import { directionOf, exampleNumbers, type Forms, type PluralKind, requiredForms } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { call } from '../../lib/call.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { projectKey } from '../../lib/project-key.ts'
import { useUndoToast } from '../../lib/undo.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'

const KINDS = ['none', 'cardinal', 'ordinal'] as const

export type NewKeyDialogProps = { readonly project: ProjectReply; readonly onClose: () => void }

/** A new key with its source text, in one plural form or as many as the source language has. */
export function NewKeyDialog({ project, onClose }: NewKeyDialogProps) {
  const { t } = useTranslation(['keys', 'common'])
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const undoToast = useUndoToast(project.slug)
  const [namespace, setNamespace] = useState(project.namespaces[0]?.name ?? 'common')
  const [name, setName] = useState('')
  const [plural, setPlural] = useState<PluralKind>('none')
  const [forms, setForms] = useState<Forms>({})
  const [description, setDescription] = useState('')
  const wanted = requiredForms(plural, project.sourceLanguage, {})
  const examples = plural === 'none' ? null : exampleNumbers(project.sourceLanguage, plural === 'ordinal' ? 'ordinal' : 'cardinal')
  const isReady = namespace.trim() !== '' && name !== ''

  const create = useMutation({
    mutationFn: () =>
      call(api.keys.create, {
        params: { project: project.slug },
        body: {
          namespace: namespace.trim(),
          name,
          plural,
          forms: Object.fromEntries(wanted.map((form) => [form, forms[form] ?? ''])),
          ...(description === '' ? {} : { description }),
        },
      }),
    onSuccess: async ({ operation }) => {
      undoToast(t('made', { name }), operation)
      await client.invalidateQueries({ queryKey: projectKey(project.slug) })
      onClose()
    },
  })

  return (
    <Dialog
      title={t('new')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common:cancel')}</Button>
          <Button look="primary" isDisabled={!isReady} isPending={create.isPending} onPress={() => create.mutate()}>
            {t('make')}
          </Button>
        </>
      }
    >
      {create.error === null ? null : (
        <div role="alert">
          <Note tone="error">{failureText(create.error)}</Note>
        </div>
      )}
      <TextField
        label={t('field.move')}
        value={namespace}
        onChange={setNamespace}
        code
        isRequired
        hint={project.namespaces
          .slice(0, 12)
          .map((one) => one.name)
          .join(' · ')}
      />
      <TextField
        label={t('field.rename')}
        value={name}
        onChange={setName}
        code
        isRequired
        autoFocus
        hint={t('nameHint')}
        maxLength={1024}
      />
      <Select
        label={t('pluralKind')}
        value={plural}
        onChange={(id) => setPlural(KINDS.find((kind) => kind === id) ?? 'none')}
        options={KINDS.map((kind) => ({ id: kind, name: t(`kind.${kind}`) }))}
      />
      {wanted.map((form) => {
        const example = form === 'other' && examples === null ? undefined : examples?.get(form as never) // v3's numbered forms have no examples
        return (
          <TextField
            key={form}
            label={
              plural === 'none'
                ? t('sourceText', { language: formats.languageName(project.sourceLanguage) })
                : `${form}${example === undefined ? '' : ` (${example})`}`
            }
            value={forms[form] ?? ''}
            onChange={(text) => setForms({ ...forms, [form]: text })}
            rows={2}
            lang={project.sourceLanguage}
            dir={directionOf(project.sourceLanguage)}
          />
        )
      })}
      <TextField
        label={t('description')}
        hint={t('descriptionHint')}
        value={description}
        onChange={setDescription}
        rows={2}
        maxLength={2000}
      />
    </Dialog>
  )
}
