import { LIMITS } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/FormDialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { sessionMutations, sessionQueries } from './queries.ts'

/** Changes the name shown for a person's work. */
export function RenameDialog({
  name: present,
  onClose,
}: {
  readonly name: string
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [name, setName] = useState(present)
  const [isTried, setIsTried] = useState(false)
  const rename = useMutation({
    mutationFn: () => sessionMutations.rename(name.trim()),
    onSuccess: (session) => {
      client.setQueryData(sessionQueries.get().queryKey, session)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('account.changeName')}
      onClose={onClose}
      size="small"
      act={t('save')}
      request={rename}
      actsOnEnter
      onAct={() => {
        setIsTried(true)
        if (name.trim() !== '') rename.mutate()
      }}
    >
      <TextField
        label={t('account.name')}
        hint={t('account.nameHint')}
        value={name}
        onChange={setName}
        isRequired
        maxLength={LIMITS.nameMax}
        autoComplete="name"
        autoFocus
        problem={isTried && name.trim() === '' ? t('account.nameMissing') : undefined}
      />
    </FormDialog>
  )
}
