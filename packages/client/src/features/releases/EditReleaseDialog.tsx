import type { ReleaseReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { releaseMutations } from './queries.ts'
import { useMoveChannel } from './use-move-channel.ts'
import { useReleaseWords } from './use-release-words.ts'

const TITLE_MAX = 100
const NOTES_MAX = 10_000

export type EditReleaseDialogProps = {
  readonly project: string
  readonly release: ReleaseReply
  readonly onClose: () => void
}

/** Title and notes of a release; its texts never change. */
export function EditReleaseDialog({ project, release, onClose }: EditReleaseDialogProps) {
  const { t } = useTranslation(['releases', 'common'])
  const words = useReleaseWords()
  const { refresh } = useMoveChannel(project)
  const [title, setTitle] = useState(release.title)
  const [notes, setNotes] = useState(release.notes)
  const save = useMutation({
    mutationFn: () =>
      releaseMutations.update(project, release.number, { title: title.trim(), notes: notes.trim() }),
    onSuccess: async () => {
      await refresh()
      onClose()
    },
  })
  return (
    <Dialog
      title={t('editTitle', { release: words.number(release.number) })}
      isOpen
      onClose={onClose}
      actions={
        <Button look="primary" isPending={save.isPending} onPress={() => save.mutate()}>
          {t('common:save')}
        </Button>
      }
    >
      <ErrorLine error={save.error} />
      <TextField
        label={t('field.title')}
        value={title}
        onChange={setTitle}
        maxLength={TITLE_MAX}
        dir="auto"
        autoFocus
      />
      <TextField
        label={t('field.notes')}
        value={notes}
        onChange={setNotes}
        maxLength={NOTES_MAX}
        rows={4}
        dir="auto"
      />
    </Dialog>
  )
}
