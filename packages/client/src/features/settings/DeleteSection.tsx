import type { ProjectReply, UnsentAnswer } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { unsentAnswer } from '../../components/unsent-answer.ts'
import { useAccess } from '../../lib/access/access.ts'
import { removeProject } from '../../lib/server/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'

/**
 * Deletes the project. This cannot be undone, so it asks, says what is lost, and requires the URL name to be
 * typed.
 */
export function DeleteSection({
  project,
  onDeleted,
}: {
  readonly project: ProjectReply
  readonly onDeleted: () => void
}) {
  const { t } = useTranslation(['settings', 'common'])
  const [isAsking, setIsAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const keys = project.namespaces.reduce((sum, one) => sum + one.keys, 0)
  const remove = useMutation({
    mutationFn: (unsent: UnsentAnswer | undefined) => removeProject(project.slug, typed, unsent),
    onSuccess: onDeleted,
  })
  const unsent = unsentAnswer(remove)
  const refusal = useAccess().onProject('project.manage')
  const close = () => {
    setIsAsking(false)
    setTyped('')
    remove.reset()
  }
  return (
    <section>
      <h2>{t('delete')}</h2>
      <p className="muted">{t('deleteAbout')}</p>
      <Button look="danger" refusal={refusal} onPress={() => setIsAsking(true)}>
        {t('deleteDo')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('deleteTitle', { name: project.name })}
          onClose={close}
          act={t(unsent === undefined ? 'deleteDo' : 'common:unsent.discardAndDelete')}
          isDisabled={typed !== project.slug}
          size="normal"
          request={remove}
          onAct={() => remove.mutate(unsent)}
          about={t('deleteLoses', {
            count: keys,
            languages: t('languageCount', { count: project.languages.length }),
          })}
        >
          <TextField
            label={t('deleteType', { slug: project.slug })}
            value={typed}
            onChange={setTyped}
            code
            autoFocus
          />
        </ConfirmDialog>
      ) : null}
    </section>
  )
}
