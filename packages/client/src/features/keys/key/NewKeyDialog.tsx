import { Failure, isFailure, type ProjectReply } from '@dragoman/contract'
import { directionOf, type FormName, type Forms, type PluralKind } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { shownNumbers } from '../../../components/shown-numbers.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { useUndoToast } from '../../../lib/server/undo.ts'
import { formBoxes } from '../../../lib/text/form-boxes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { keyMutations } from '../queries.ts'
import { rememberNamespace } from './last-namespace.ts'
import { NamespaceField } from './NamespaceField.tsx'
import styles from './NewKeyDialog.module.css'

const KINDS = ['none', 'cardinal', 'ordinal'] as const
const FORM_ID = 'new-key'

export type NewKeyDialogProps = {
  readonly project: ProjectReply
  readonly namespace: string
  readonly onClose: () => void
  readonly onMade: (operationId: number | null) => void
}

/** Creates a key with its source text, in as many forms as the source language has. */
export function NewKeyDialog({ project, namespace: firstNamespace, onClose, onMade }: NewKeyDialogProps) {
  const { t } = useTranslation(['keys', 'translations', 'common'])
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const undoToast = useUndoToast(project.slug)
  const [namespace, setNamespace] = useState(firstNamespace)
  const [name, setName] = useState('')
  const [plural, setPlural] = useState<PluralKind>('none')
  const [forms, setForms] = useState<Forms>({})
  const [description, setDescription] = useState('')
  const source = project.sourceLanguage
  const boxes = formBoxes({ plural }, source, { source: {}, own: {} })
  const missing = namespace === '' ? 'namespace' : name === '' ? 'name' : null

  const create = useMutation({
    mutationFn: () =>
      keyMutations.create(project.slug, {
        namespace,
        name,
        plural,
        forms: Object.fromEntries(boxes.map(({ form }) => [form, forms[form] ?? ''])),
        ...(description === '' ? {} : { description }),
      }),
    onSuccess: async ({ operation }) => {
      undoToast(t('keys:made', { name }), operation)
      rememberNamespace(project.slug, namespace)
      onMade(operation?.id ?? null)
      await client.invalidateQueries({ queryKey: projectKey(project.slug) })
      onClose()
    },
  })
  const { error } = create
  const isTaken = isFailure(error, 'already-exists')
  const problemAt = (field: string) =>
    error instanceof Failure && error.fields.some(({ pointer }) => pointer.endsWith(`/${field}`))
      ? failureText(error)
      : undefined
  const nameProblem = isTaken ? t('keys:taken', { name: `${namespace}:${name}` }) : problemAt('name')
  const isAtField =
    nameProblem !== undefined || problemAt('namespace') !== undefined || problemAt('plural') !== undefined

  return (
    <Dialog
      title={t('keys:new')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <span className={styles.missing} role="status">
            {missing === null ? '' : t(`keys:missing.${missing}`)}
          </span>
          <Button
            look="primary"
            type="submit"
            form={FORM_ID}
            isDisabled={missing !== null}
            isPending={create.isPending}
          >
            {t('keys:make')}
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (missing === null && !create.isPending) create.mutate()
        }}
      >
        {isAtField ? null : <ErrorLine error={error} />}
        <NamespaceField
          names={project.namespaces.map((one) => one.name)}
          value={namespace}
          onChange={setNamespace}
          problem={problemAt('namespace')}
        />
        <TextField
          label={t('keys:field.rename')}
          value={name}
          onChange={(next) => {
            setName(next)
            if (error !== null) create.reset()
          }}
          code
          isRequired
          autoFocus
          hint={t('keys:nameHint')}
          problem={nameProblem}
          maxLength={1024}
        />
        <Select
          label={t('keys:pluralKind')}
          value={plural}
          onChange={(id) => setPlural(KINDS.find((kind) => kind === id) ?? 'none')}
          options={KINDS.map((kind) => ({ id: kind, name: t(`keys:kind.${kind}`) }))}
          problem={problemAt('plural')}
        />
        {boxes.map(({ form, numbers }) => (
          <TextField
            key={form}
            label={
              plural === 'none'
                ? t('keys:sourceText', { language: formats.languageName(source) })
                : t('keys:sourceForm', {
                    language: formats.languageName(source),
                    form: t(`translations:form.${form}`),
                    numbers: shownNumbers(numbers),
                  })
            }
            value={forms[form] ?? ''}
            onChange={(text) => setForms(withForm(forms, form, text))}
            rows={2}
            lang={source}
            dir={directionOf(source)}
          />
        ))}
        <TextField
          label={t('keys:description')}
          hint={t('keys:descriptionHint')}
          value={description}
          onChange={setDescription}
          rows={2}
          maxLength={2000}
        />
      </form>
    </Dialog>
  )
}

function withForm(forms: Forms, form: FormName, text: string): Forms {
  return { ...forms, [form]: text }
}
