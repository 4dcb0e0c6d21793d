import type { GitLocationReply, GitStateReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import repository from '../repository/Repository.module.css'

const KINDS = ['same', 'changed', 'added', 'missing'] as const

/** What changes if a source moves to the place that was compared. */
export function LocationChanges({
  state,
  found,
}: {
  readonly state: GitStateReply
  readonly found: GitLocationReply
}) {
  const { t } = useTranslation('git')
  const { files, waitingFiles, branch } = found
  const { pullRequest } = state
  const leavesPull =
    pullRequest?.state === 'open' && found.repository === state.repository && branch !== state.branch
  return (
    <section className={repository.step} aria-label={t('move.found', { branch })} role="status">
      <h3>
        <bdi>{t('move.found', { branch })}</bdi>
      </h3>
      <ul>
        {KINDS.filter((kind) => files[kind] > 0).map((kind) => (
          <li key={kind}>{t(`move.${kind}`, { count: files[kind] })}</li>
        ))}
        {waitingFiles === 0 ? null : <li>{t('move.waiting', { count: waitingFiles })}</li>}
        {leavesPull ? <li>{t('move.pull', { number: pullRequest.number })}</li> : null}
      </ul>
    </section>
  )
}
