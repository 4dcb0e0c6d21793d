import { Failure, isFailure, type ProjectReply } from '@dragoman/contract'
import { directionOf, type Forms, LIMITS, type PluralKind } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { shownNumbers } from '../../../components/shown-numbers.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { useUndoToast } from '../../../lib/server/undo.ts'
import { type FormBox, formBoxes } from '../../../lib/text/form-boxes.ts'
import { useFields } from '../../../lib/use-fields.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { keyMutations } from '../queries.ts'
import { rememberNamespace } from './last-namespace.ts'
import { NamespaceField } from './NamespaceField.tsx'
import styles from './NewKeyDialog.module.css'
import { PluralKindField } from './PluralKindField.tsx'

const NEW_KEY = { name: '', plural: 'none' as PluralKind, forms: {} as Forms, description: '' }

export type NewKeyDialogProps = {
  readonly project: ProjectReply
  readonly namespace: string
  readonly onClose: () => void
  readonly onMade: (operationId: number | null) => void
}

/** Creates a key with its source text, in as many forms as the source language has. */
export function NewKeyDialog(props: NewKeyDialogProps) {
  const { project, onClose } = props
  const { t } = useTranslation('keys')
  const { fields, set, bind } = useFields({ ...NEW_KEY, namespace: props.namespace })
  const { namespace, name, plural, forms, description } = fields
  const source = project.sourceLanguage
  const boxes = formBoxes({ plural }, source, { source: {}, own: {} })
  const missing = namespace === '' ? 'namespace' : name === '' ? 'name' : null
  const create = useCreateKey(props)
  const problems = useProblems(create.error, fields)
  const isShownAtField = Object.values(problems).some((problem) => problem !== undefined)
  const submit = () => {
    if (missing !== null || create.isPending) return
    create.mutate({
      namespace,
      name,
      plural,
      forms: Object.fromEntries(boxes.map(({ form }) => [form, forms[form] ?? ''])),
      ...(description === '' ? {} : { description }),
    })
  }
  return (
    <FormDialog
      title={t('new')}
      onClose={onClose}
      act={t('make')}
      request={create}
      error={isShownAtField ? null : create.error}
      isDisabled={missing !== null}
      others={
        <span className={styles.missing} role="status">
          {missing === null ? '' : t(`missing.${missing}`)}
        </span>
      }
      onAct={submit}
      actsOnEnter
    >
      <NamespaceField
        names={project.namespaces.map((one) => one.name)}
        {...bind('namespace')}
        problem={problems.namespace}
      />
      <TextField
        label={t('field.rename')}
        value={name}
        onChange={(next) => {
          set({ name: next })
          if (create.error !== null) create.reset()
        }}
        code
        isRequired
        autoFocus
        hint={t('nameHint')}
        problem={problems.name}
        maxLength={LIMITS.keyNameMax}
      />
      <PluralKindField {...bind('plural')} problem={problems.plural} />
      <SourceFields
        boxes={boxes}
        isPlural={plural !== 'none'}
        language={source}
        forms={forms}
        onForms={(next) => set({ forms: next })}
      />
      <TextField
        label={t('description')}
        hint={t('descriptionHint')}
        {...bind('description')}
        rows={2}
        maxLength={LIMITS.descriptionMax}
      />
    </FormDialog>
  )
}

function useCreateKey({ project, onMade, onClose }: NewKeyDialogProps) {
  const { t } = useTranslation('keys')
  const client = useQueryClient()
  const undoToast = useUndoToast(project.slug)
  return useMutation({
    mutationFn: (key: Parameters<typeof keyMutations.create>[1]) => keyMutations.create(project.slug, key),
    onSuccess: async ({ operation }, { name, namespace }) => {
      undoToast(t('made', { name }), operation)
      rememberNamespace(project.slug, namespace)
      onMade(operation?.id ?? null)
      await client.invalidateQueries({ queryKey: projectKey(project.slug) })
      onClose()
    },
  })
}

/** Returns what is wrong with each field, as a sentence. */
function useProblems(
  error: unknown,
  { namespace, name }: { readonly namespace: string; readonly name: string },
) {
  const { t } = useTranslation('keys')
  const failureText = useFailureText()
  const problemAt = (field: string) =>
    error instanceof Failure && error.fields.some(({ pointer }) => pointer.endsWith(`/${field}`))
      ? failureText(error)
      : undefined
  const isTaken = isFailure(error, 'already-exists')
  return {
    namespace: problemAt('namespace'),
    name: isTaken ? t('taken', { name: `${namespace}:${name}` }) : problemAt('name'),
    plural: problemAt('plural'),
  }
}

type SourceFieldsProps = {
  readonly boxes: readonly FormBox[]
  readonly isPlural: boolean
  readonly language: string
  readonly forms: Forms
  readonly onForms: (forms: Forms) => void
}

/** The source text, in its forms. */
function SourceFields({ boxes, isPlural, language, forms, onForms }: SourceFieldsProps) {
  const { t } = useTranslation(['keys', 'translations'])
  const languageName = useFormats().languageName(language)
  return boxes.map(({ form, numbers }) => (
    <TextField
      key={form}
      label={
        isPlural
          ? t('keys:sourceForm', {
              language: languageName,
              form: t(`translations:form.${form}`),
              numbers: shownNumbers(numbers),
            })
          : t('keys:sourceText', { language: languageName })
      }
      value={forms[form] ?? ''}
      onChange={(text) => onForms({ ...forms, [form]: text })}
      rows={2}
      lang={language}
      dir={directionOf(language)}
    />
  ))
}
