import { api } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/formats.ts'
import { call } from '../../lib/call.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { projectKey } from '../../lib/project-key.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { showToast } from '../../ui/toast.ts'
import styles from './Files.module.css'

export type ConnectDialogProps = { readonly project: string; readonly sourceLanguage: string; readonly onClose: () => void }

/** Connects a folder of the server: looks first, says what it found, then reads it in. */
export function ConnectDialog({ project, sourceLanguage, onClose }: ConnectDialogProps) {
  const { t } = useTranslation(['files', 'common', 'formats'])
  const formats = useFormats()
  const failureText = useFailureText()
  const client = useQueryClient()
  const [folder, setFolder] = useState('')
  const [pattern, setPattern] = useState<string | null>(null)
  const inspect = useMutation({
    mutationFn: () => call(api.sources.inspect, { body: { folder: folder.trim() } }),
    onSuccess: ({ candidates }) => setPattern(candidates[0]?.pattern ?? null),
  })
  const connect = useMutation({
    mutationFn: () =>
      call(api.sources.create, {
        params: { project },
        body: { folder: inspect.data?.folder ?? folder.trim(), sourceLanguage, ...(pattern === null ? {} : { pattern }) },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: projectKey(project) })
      showToast(t('connected'))
      onClose()
    },
  })
  const candidates = inspect.data?.candidates ?? []
  const chosen = candidates.find((one) => one.pattern === pattern)
  const error = connect.error ?? inspect.error

  return (
    <Dialog
      title={t('connect')}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('common:cancel')}</Button>
          <Button look="primary" isDisabled={chosen === undefined} isPending={connect.isPending} onPress={() => connect.mutate()}>
            {t('connectDo')}
          </Button>
        </>
      }
    >
      {error === null ? null : (
        <div role="alert">
          <Note tone="error">{failureText(error)}</Note>
        </div>
      )}
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          if (folder.trim() !== '') inspect.mutate()
        }}
      >
        <TextField label={t('folder')} hint={t('folderHint')} value={folder} onChange={setFolder} code autoFocus />
        <Button type="submit" isDisabled={folder.trim() === ''} isPending={inspect.isPending}>
          {t('inspect')}
        </Button>
      </form>
      {inspect.data !== undefined && candidates.length === 0 ? <Note tone="warning">{t('nothingFound')}</Note> : null}
      {candidates.length === 0 ? null : (
        <Select
          label={t('pattern')}
          value={pattern}
          onChange={setPattern}
          options={candidates.map((one) => ({
            id: one.pattern,
            name: one.pattern,
            note: t(`formats:name.${one.format}`, { defaultValue: one.format }),
          }))}
          hint={
            chosen === undefined
              ? undefined
              : t('found', {
                  count: chosen.fileCount,
                  languages: formats.list([...new Set(chosen.files.map(({ language }) => formats.languageName(language)))].slice(0, 12)),
                })
          }
        />
      )}
      {connect.isPending ? (
        <p className={styles.progress} role="status">
          <ProgressBar label={t('reading')} /> {t('reading')}
        </p>
      ) : null}
    </Dialog>
  )
}
