import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ActorName } from '../../components/ActorName.tsx'
import { isSync } from '../../components/source-kinds.ts'
import { useJobWords } from '../../components/use-job-words.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Table } from '../../ui/Table.tsx'
import styles from './Admin.module.css'
import { adminMutations, adminQueries } from './queries.ts'

/** Background jobs of all projects; failed ones can be run again. */
export function JobsTab() {
  const { t } = useTranslation(['admin', 'failures', 'status'])
  const formats = useFormats()
  const words = useJobWords()
  const client = useQueryClient()
  const { data: jobs, error, refetch } = useQuery(adminQueries.jobs())
  const again = useMutation({
    mutationFn: (job: number) => adminMutations.rerun(job),
    onSuccess: () => client.invalidateQueries({ queryKey: adminQueries.jobs().queryKey }),
    onError: useFailureToast(),
  })
  if (jobs === undefined) return <Loading error={error} onRetry={refetch} rows={6} height={44} />
  if (jobs.length === 0)
    return (
      <EmptyState title={t('jobs.none')} action={null}>
        {t('jobs.noneAbout')}
      </EmptyState>
    )
  return (
    <Table
      label={t('tab.jobs')}
      columns={[
        { id: 'project', name: t('jobs.project') },
        { id: 'job', name: t('jobs.job') },
        { id: 'state', name: t('jobs.state') },
        { id: 'by', name: t('jobs.by') },
        { id: 'begun', name: t('jobs.begun') },
        { id: 'acts', name: t('acts'), isActs: true },
      ]}
    >
      {jobs.map((job) => (
        <tr key={job.id}>
          <td>
            <bdi>{job.projectName}</bdi>
          </td>
          <td>{t(`status:job.kind.${job.kind}`)}</td>
          <td>
            {job.endedAt === null ? words.progress(job, null) : words.outcome(job)}
            {job.problem === null ? null : (
              <small className={styles.problem}>
                {t(`failures:${job.problem.code}`, { ...job.problem.params })}
              </small>
            )}
          </td>
          <td>
            <Starter actor={job.startedBy} />
          </td>
          <td>
            <time dateTime={job.createdAt} title={formats.dateTime(job.createdAt)}>
              {formats.relative(job.createdAt)}
            </time>
          </td>
          <td className={styles.acts}>
            {job.state === 'failed' ? (
              <Button
                size="small"
                isPending={again.isPending && again.variables === job.id}
                onPress={() => again.mutate(job.id)}
              >
                {t('common:rerun')}
              </Button>
            ) : null}
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Who started a job; syncs and the program are named as what they are. */
function Starter({ actor }: { readonly actor: { readonly id: string | null; readonly name: string } }) {
  const { t } = useTranslation('admin')
  if (isSync(actor.id)) return <bdi>{t('jobs.bySync', { source: actor.name })}</bdi>
  if (actor.id?.startsWith('system:')) return t('jobs.byProgram')
  return <ActorName actor={actor} />
}
