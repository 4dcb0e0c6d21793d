import type { ReleaseReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/FormDialog.tsx'
import { changedFields } from '../../lib/changed-fields.ts'
import { useFields } from '../../lib/use-fields.ts'
import { useMoveChannel } from './moves/use-move-channel.ts'
import { releaseMutations } from './queries.ts'
import { ReleaseFields } from './release/ReleaseFields.tsx'
import { useReleaseWords } from './release/use-release-words.ts'

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
  // As it was when the dialog opened: what someone else changes meanwhile in the other field is kept.
  const [opened] = useState({ title: release.title, notes: release.notes })
  const { fields, bind } = useFields(opened)
  const trimmed = { title: fields.title.trim(), notes: fields.notes.trim() }
  const save = useMutation({
    mutationFn: () => releaseMutations.update(project, release.number, changedFields(opened, trimmed)),
    onSuccess: async () => {
      await refresh()
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('editTitle', { release: words.number(release.number) })}
      onClose={onClose}
      act={t('common:save')}
      request={save}
    >
      <ReleaseFields title={bind('title')} notes={bind('notes')} />
    </FormDialog>
  )
}
