import type { ProjectReply, SessionReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { DeliverySnippet } from '../../components/DeliverySnippet.tsx'
import { useAccess } from '../../lib/access/access.ts'
import { deliveryAccess } from '../../lib/access/delivery-access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { useProjectUpdate } from './queries.ts'

/** What apps get when they request a language file. */
export function DeliverySection({
  project,
  delivery,
}: {
  readonly project: ProjectReply
  readonly delivery: SessionReply['delivery']
}) {
  const { t } = useTranslation('settings')
  const refusal = useAccess().onProject('project.manage')
  const showFailure = useFailureToast()
  const update = useProjectUpdate(project, () => showToast(t('saved')))
  const set = (settings: Partial<ProjectReply['settings']>) =>
    update.mutate({ settings }, { onError: showFailure })
  const { deliverPublic, deliverFallback } = update.isPending
    ? { ...project.settings, ...update.variables.settings }
    : project.settings
  const isByProject = delivery === 'per-project'
  return (
    <section>
      <h2>{t('delivery')}</h2>
      <p className="muted">{t('deliveryAbout')}</p>
      <DeliverySnippet project={project.slug} access={deliveryAccess(project, delivery)} />
      <Checkbox
        isSelected={isByProject ? deliverPublic : delivery === 'public'}
        isDisabled={!isByProject || refusal !== null}
        onChange={(value) => set({ deliverPublic: value })}
        hint={refusal ?? t(isByProject ? 'anyoneHint' : 'anyoneFixed')}
      >
        {t('anyone')}
      </Checkbox>
      <Checkbox
        isSelected={deliverFallback}
        isDisabled={refusal !== null}
        onChange={(value) => set({ deliverFallback: value })}
        hint={refusal ?? t('fillHint')}
      >
        {t('fill')}
      </Checkbox>
    </section>
  )
}
