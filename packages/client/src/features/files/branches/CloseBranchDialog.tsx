import { type BranchReply, isFailure } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { focusScreen } from '../../../lib/focus/focus-screen.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { RadioChoice } from '../../../ui/RadioChoice.tsx'
import { branchMutations, branchQueries } from '../queries.ts'
import styles from './Branches.module.css'

export type CloseBranchDialogProps = {
  readonly project: string
  readonly branch: BranchReply
  readonly onClose: () => void
}

/** Asks what happens to the unsent texts, comments and suggestions of a translation branch. */
export function CloseBranchDialog({ project, branch, onClose }: CloseBranchDialogProps) {
  const { t } = useTranslation(['branches', 'common'])
  const client = useQueryClient()
  const [texts, setTexts] = useState<'move' | 'discard'>('move')
  const { discussions } = branch
  const unsent = branch.unsent ?? 0
  const hasRest = unsent > 0 || discussions > 0
  const isDiscarding = hasRest && texts === 'discard'
  const close = useMutation({
    mutationFn: () =>
      branchMutations.close(
        project,
        branch.slug,
        isDiscarding ? { texts: 'discard', seen: { unsent, discussions } } : { texts: 'move' },
      ),
    onSuccess: async ({ moved, conflicts, left, ...result }) => {
      showToast(
        [
          t('close.done', { branch: branch.branch }),
          ...(moved === 0 ? [] : [t('close.moved', { count: moved })]),
          ...(conflicts === 0 ? [] : [t('close.conflicts', { count: conflicts })]),
          ...(left === 0 ? [] : [t('close.left', { count: left })]),
          ...(result.discussions === 0 ? [] : [t('close.movedDiscussions')]),
          ...(result.leftDiscussions === 0 ? [] : [t('close.leftDiscussions')]),
        ].join(' '),
      )
      onClose()
      await client.invalidateQueries({ queryKey: projectKey(project) })
      focusScreen()
    },
    // There is more than the button says: show how much there is now, before it can be pressed again.
    onError: (error) =>
      isFailure(error, 'unsent-texts')
        ? client.invalidateQueries({ queryKey: branchQueries.withUnsent(project).queryKey })
        : undefined,
  })
  const actOf = () => {
    if (!isDiscarding) return t('close.do')
    // A number of texts would hide that comments are deleted too.
    return discussions > 0 ? t('close.doDiscardAll') : t('close.doDiscard', { count: unsent })
  }
  return (
    <FormDialog
      title={t('close.title', { branch: branch.branch })}
      onClose={onClose}
      act={actOf()}
      look={isDiscarding ? 'danger' : 'primary'}
      request={close}
    >
      <p className={styles.about}>{t('close.about')}</p>
      {hasRest ? (
        <RadioChoice
          label={unsent === 0 ? t('close.discussed') : t('close.unsent', { count: unsent })}
          value={texts}
          onChange={setTexts}
          options={[
            { id: 'move', name: t('close.move'), hint: t('close.moveHint') },
            { id: 'discard', name: t('close.discard'), hint: t('close.discardHint') },
          ]}
        />
      ) : (
        <p className={styles.about}>{t('close.allSent')}</p>
      )}
    </FormDialog>
  )
}
