import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountAsReviewed } from '../../components/CountAsReviewed.tsx'
import { FolderCandidates } from '../../components/FolderCandidates.tsx'
import { FormDialog } from '../../components/FormDialog.tsx'
import { useAccess } from '../../lib/access/access.ts'
import { useFolderScan } from '../../lib/folders/use-folder-scan.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { keepJob } from '../../lib/server/jobs.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { Button } from '../../ui/Button.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Files.module.css'
import { sourceMutations } from './queries.ts'

export type ConnectDialogProps = {
  readonly project: string
  readonly sourceLanguage: string
  readonly onClose: () => void
}

/**
 * Connects a folder of the server: previews it first, shows what was found, then imports it on the server.
 */
export function ConnectDialog({ project, sourceLanguage, onClose }: ConnectDialogProps) {
  const { t } = useTranslation(['files', 'common'])
  const {
    folder,
    setFolder,
    scan,
    isScanning,
    candidates,
    choice,
    choose,
    chosenFolder,
    error: scanError,
  } = useFolderScan()
  const [countAsReviewed, setCountAsReviewed] = useState(false)
  const reviewRefusal = useAccess().onSomeText('translations.review')
  const connect = useConnect({ project, onClose }, () => ({
    folder: chosenFolder,
    sourceLanguage,
    ...choice,
    ...(countAsReviewed ? { countAsReviewed } : {}),
  }))
  const error = connect.error ?? scanError

  return (
    <FormDialog
      title={t('connect')}
      onClose={onClose}
      act={t('connectDo')}
      isDisabled={choice === null}
      request={connect}
      error={error}
    >
      <Form className={styles.stack} onSubmit={() => folder.trim() !== '' && scan()}>
        <TextField
          label={t('folder')}
          hint={t('folderHint')}
          value={folder}
          onChange={setFolder}
          code
          autoFocus
        />
        <Button type="submit" isDisabled={folder.trim() === ''} isPending={isScanning}>
          {t('inspect')}
        </Button>
      </Form>
      {candidates === null ? null : (
        <>
          <FolderCandidates candidates={candidates} choice={choice} onChange={choose} />
          <CountAsReviewed
            isSelected={countAsReviewed}
            refusal={reviewRefusal}
            onChange={setCountAsReviewed}
          />
        </>
      )}
    </FormDialog>
  )
}

/** The call that connects the folder; `bodyOf` returns what is entered. */
function useConnect(
  { project, onClose }: Pick<ConnectDialogProps, 'project' | 'onClose'>,
  bodyOf: () => Parameters<typeof sourceMutations.connect>[1],
) {
  const { t } = useTranslation('files')
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => sourceMutations.connect(project, bodyOf()),
    onSuccess: ({ job }) => {
      keepJob(client, project, job)
      void client.invalidateQueries({ queryKey: projectKey(project) })
      showToast(t('importStarted'))
      onClose()
    },
  })
}
