import type { ProjectReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { useProjectUpdate } from './queries.ts'
import { ReviewImported } from './ReviewImported.tsx'

/** Who reviews whose texts. */
export function ReviewSection({ project }: { readonly project: ProjectReply }) {
  const { t } = useTranslation('settings')
  const refusal = useAccess().onProject('project.manage')
  const showFailure = useFailureToast()
  const update = useProjectUpdate(project, () => showToast(t('saved')))
  const { reviewOwn } = update.isPending
    ? { ...project.settings, ...update.variables.settings }
    : project.settings
  return (
    <section>
      <h2>{t('review')}</h2>
      <Checkbox
        isSelected={!reviewOwn}
        isDisabled={refusal !== null}
        onChange={(isOn) => update.mutate({ settings: { reviewOwn: !isOn } }, { onError: showFailure })}
        hint={refusal ?? t('reviewOthersHint')}
      >
        {t('reviewOthers')}
      </Checkbox>
      <ReviewImported project={project.slug} />
    </section>
  )
}
