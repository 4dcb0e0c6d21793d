import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { LimitChoice } from '../../components/LimitChoice.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { keepJob } from '../../lib/server/jobs.ts'
import { Button } from '../../ui/Button.tsx'
import { reviewMutations, settingsQueries } from './queries.ts'

/** Counts translations that came from files as reviewed, for some languages or all. */
export function ReviewImported({ project }: { readonly project: string }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const client = useQueryClient()
  const refusal = useAccess().onSomeText('translations.review')
  const { data: waiting } = useQuery(settingsQueries.imported(project))
  const [isAsking, setIsAsking] = useState(false)
  const [chosen, setChosen] = useState<readonly string[] | null>(null)
  const languages = (waiting ?? []).filter(({ count }) => count > 0)
  const included = languages.filter(({ tag }) => chosen?.includes(tag) ?? true)
  const count = included.reduce((sum, one) => sum + one.count, 0)
  const start = useMutation({
    mutationFn: () =>
      reviewMutations.approveImported(
        project,
        included.map(({ tag }) => tag),
      ),
    onSuccess: (job) => {
      keepJob(client, project, job)
      setIsAsking(false)
      showToast(t('imported.started'))
    },
  })
  if (waiting === undefined) return null
  const all = languages.reduce((sum, one) => sum + one.count, 0)
  return (
    <div className="form">
      <p className="muted">{all === 0 ? t('imported.none') : t('imported.about', { count: all })}</p>
      {all === 0 ? null : (
        <div>
          <Button refusal={refusal} onPress={() => setIsAsking(true)}>
            {t('imported.open')}
          </Button>
        </div>
      )}
      {isAsking ? (
        <ConfirmDialog
          title={t('imported.title')}
          about={t('imported.explain')}
          act={t('imported.do', { count })}
          look="primary"
          request={start}
          isDisabled={included.length === 0}
          onClose={() => {
            setIsAsking(false)
            start.reset()
          }}
        >
          <LimitChoice
            legend={t('imported.languages')}
            everything={t('imported.allLanguages')}
            options={languages.map(({ tag, count: here }) => ({
              id: tag,
              name: `${formats.languageName(tag)} (${formats.number(here)})`,
            }))}
            value={chosen}
            onChange={setChosen}
          />
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
