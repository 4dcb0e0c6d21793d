import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { sessionMutations, sessionQueries } from './queries.ts'
import styles from './SessionFrame.module.css'
import { ErrorNote } from './SetupForm.tsx'

/** Changes the name shown for a person's work. */
export function RenameDialog({
  name: present,
  onClose,
}: {
  readonly name: string
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const client = useQueryClient()
  const form = useId()
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
    <Dialog
      title={t('account.changeName')}
      isOpen
      onClose={onClose}
      size="small"
      actions={
        <Button look="primary" type="submit" form={form} isPending={rename.isPending}>
          {t('save')}
        </Button>
      }
    >
      <form
        id={form}
        className={styles.dialogForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (name.trim() !== '') rename.mutate()
        }}
      >
        {rename.error === null ? null : <ErrorNote text={failureText(rename.error)} />}
        <TextField
          label={t('account.name')}
          hint={t('account.nameHint')}
          value={name}
          onChange={setName}
          isRequired
          maxLength={100}
          autoComplete="name"
          autoFocus
          problem={isTried && name.trim() === '' ? t('account.nameMissing') : undefined}
        />
      </form>
    </Dialog>
  )
}
