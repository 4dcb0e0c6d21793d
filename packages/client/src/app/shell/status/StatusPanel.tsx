import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useIsOnline, useSaving, useUnsaved } from '../../../lib/saving/use-saving.ts'
import { jobQueries } from '../../../lib/server/queries.ts'
import { type Status, sortDrafts } from '../../../lib/status/status.ts'
import { Button } from '../../../ui/Button.tsx'
import { DraftList } from './DraftList.tsx'
import { JobList } from './JobList.tsx'
import styles from './Status.module.css'
import { StatusSign } from './StatusSign.tsx'
import { UnsavedRow } from './UnsavedRow.tsx'
import { useStatusWords } from './use-status-words.ts'

export type StatusPanelProps = {
  readonly status: Status
  readonly project: string | null
  /** Called when a link was followed. */
  readonly onLeave: () => void
}

/**
 * The details of the status: every text that is not safe yet with a link to it, jobs, and files being
 * written.
 */
export function StatusPanel({ status, project, onLeave }: StatusPanelProps) {
  const { t } = useTranslation('status')
  const words = useStatusWords()
  const { saver } = useSaving()
  const unsaved = useUnsaved()
  const isOnline = useIsOnline()
  const { refused, conflicts, drafts } = sortDrafts(unsaved)
  const { text, about } = words(status)
  const savesGroup = unsaved.isSignedOut ? 'waitingForSignIn' : isOnline ? 'sending' : 'waiting'
  return (
    <>
      <header className={styles.head} data-kind={status.kind}>
        <StatusSign status={status} />
        <div>
          <h2 className={styles.title}>{text}</h2>
          <p className={styles.about}>{about}</p>
        </div>
        {status.kind === 'unreachable' ? (
          <Button size="small" onPress={saver.sendNow}>
            {t('tryNow')}
          </Button>
        ) : null}
        {status.kind === 'unwritten' && project !== null ? (
          <Link className={styles.more ?? ''} to="/p/$project/files" params={{ project }} onClick={onLeave}>
            {t('toFiles')}
          </Link>
        ) : null}
      </header>
      <DraftList title={t('group.refused')} drafts={refused} project={project} onLeave={onLeave} />
      <DraftList title={t('group.conflicts')} drafts={conflicts} project={project} onLeave={onLeave} />
      {unsaved.saves.length === 0 ? null : (
        <section className={styles.group}>
          <h3 className={styles.heading}>{t(`group.${savesGroup}`)}</h3>
          <ul>
            {unsaved.saves.map((save) => (
              <UnsavedRow key={save.id} text={save} project={project} onLeave={onLeave} />
            ))}
          </ul>
        </section>
      )}
      <DraftList title={t('group.drafts')} drafts={drafts} project={project} onLeave={onLeave} />
      {project === null ? null : <ProjectJobs project={project} onLeave={onLeave} />}
    </>
  )
}

function ProjectJobs({ project, onLeave }: { readonly project: string; readonly onLeave: () => void }) {
  const { data } = useQuery(jobQueries.list(project))
  return data === undefined || data.length === 0 ? null : (
    <JobList project={project} jobs={data} onLeave={onLeave} />
  )
}
