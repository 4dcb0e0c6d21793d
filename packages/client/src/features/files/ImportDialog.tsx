import type { ProjectReply } from '@dragoman/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUndoToast } from '../../lib/undo.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import type { NamedFile } from './dropped-files.ts'
import styles from './Files.module.css'
import { ImportPlan } from './ImportPlan.tsx'
import { useImport } from './use-import.ts'

export type ImportDialogProps = { readonly project: ProjectReply; readonly files: readonly NamedFile[]; readonly onClose: () => void }

/** What importing the files would do, then the import, with its progress. */
export function ImportDialog({ project, files, onClose }: ImportDialogProps) {
  const { t } = useTranslation(['files', 'common'])
  const undoToast = useUndoToast(project.slug)
  const [isFillOnly, setIsFillOnly] = useState(false)
  const { planned, step, place, leaveOut, run, cancel } = useImport(project.slug, files)
  const usable = planned.filter(({ plan }) => plan !== null)
  const changes = usable.reduce(
    (sum, { plan }) => sum + (plan === null ? 0 : plan.keysAdded + plan.filled + (isFillOnly ? 0 : plan.changed)),
    0,
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when the import has finished
  useEffect(() => {
    if (step.kind !== 'finished') return
    const [only] = step.operations
    undoToast(t('imported', { count: step.operations.length }), step.operations.length === 1 && only !== undefined ? only : null)
    if (step.failed === 0) onClose()
  }, [step])

  const isBusy = step.kind === 'planning' || step.kind === 'importing'
  return (
    <Dialog
      title={t('importTitle', { count: files.length })}
      isOpen
      onClose={isBusy && step.kind === 'importing' ? cancel : onClose}
      size="large"
      actions={
        <>
          <Button onPress={step.kind === 'importing' ? cancel : onClose}>{t('common:cancel')}</Button>
          <Button
            look="primary"
            isDisabled={isBusy || changes === 0 || step.kind === 'finished'}
            isPending={step.kind === 'importing'}
            onPress={() => void run(isFillOnly ? 'fill' : 'overwrite')}
          >
            {t('importDo', { count: usable.length })}
          </Button>
        </>
      }
    >
      {isBusy ? (
        <p className={styles.progress} role="status">
          <ProgressBar label={t(step.kind)} share={step.total === 0 ? 0 : step.done / step.total} />
          {t(`${step.kind}Count`, { done: step.done, total: step.total })}
        </p>
      ) : (
        <Checkbox isSelected={isFillOnly} onChange={setIsFillOnly} hint={t('fillHint')}>
          {t('fill')}
        </Checkbox>
      )}
      <ul className={styles.plans}>
        {planned.map((one) => (
          <ImportPlan
            key={one.id}
            planned={one}
            project={project}
            onPlace={(placement) => void place(one.id, placement)}
            onLeaveOut={planned.length > 1 && step.kind === 'ready' ? () => leaveOut(one.id) : null}
          />
        ))}
      </ul>
      {step.kind === 'ready' && usable.length > 0 && changes === 0 ? <p className="muted">{t('nothingNew')}</p> : null}
    </Dialog>
  )
}
