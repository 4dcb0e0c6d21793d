import type { ProjectReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/FormDialog.tsx'
import { LimitChoice } from '../../components/LimitChoice.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'

export type LimitDialogProps = {
  readonly project: ProjectReply
  readonly what: 'languages' | 'namespaces'
  readonly value: readonly string[] | null
  /** What else there is to know before saving. */
  readonly note: ReactNode
  /** Resolves with whether it is saved; the dialog then closes. */
  readonly onSave: (chosen: string[] | null) => Promise<boolean>
  readonly onClose: () => void
}

/** Limits one member, or all selected ones, to languages or namespaces. */
export function LimitDialog({ project, what, value, note, onSave, onClose }: LimitDialogProps) {
  const { t } = useTranslation('members')
  const [chosen, setChosen] = useState(value)
  const save = useMutation({ mutationFn: () => onSave(chosen && [...chosen]) })
  return (
    <FormDialog
      title={t(what)}
      onClose={onClose}
      act={t('save')}
      request={save}
      onAct={() => save.mutate(undefined, { onSuccess: (isSaved) => isSaved && onClose() })}
    >
      {save.isPending || save.data === true ? null : note}
      {what === 'languages' ? (
        <LanguageChoice all={project.languages.map(({ tag }) => tag)} value={chosen} onChange={setChosen} />
      ) : (
        <LimitChoice
          legend={t('namespaces')}
          everything={t('allNamespaces')}
          options={project.namespaces.map(({ name }) => ({ id: name, name }))}
          value={chosen}
          onChange={setChosen}
        />
      )}
    </FormDialog>
  )
}
