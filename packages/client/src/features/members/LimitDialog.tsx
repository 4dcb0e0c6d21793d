import type { ProjectReply } from '@dragoman/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LimitChoice } from '../../components/LimitChoice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'

export type LimitDialogProps = {
  readonly project: ProjectReply
  readonly what: 'languages' | 'namespaces'
  readonly value: readonly string[] | null
  readonly onSave: (chosen: string[] | null) => void
  readonly onClose: () => void
}

/** Limits one member, or all selected ones, to languages or namespaces. */
export function LimitDialog({ project, what, value, onSave, onClose }: LimitDialogProps) {
  const { t } = useTranslation('members')
  const [chosen, setChosen] = useState(value)
  return (
    <Dialog
      title={t(what)}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" onPress={() => onSave(chosen && [...chosen])}>
          {t('save')}
        </Button>
      }
    >
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
    </Dialog>
  )
}
