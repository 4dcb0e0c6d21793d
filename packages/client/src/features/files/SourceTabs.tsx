import type { SourceReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, FolderSync, GitBranch } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { StateMark } from '../../components/StateMark.tsx'
import styles from './Files.module.css'
import { gitQueries } from './queries.ts'
import { repositoryName } from './repository/shown-repository.ts'

export type SourceTabsProps = {
  readonly project: string
  readonly sources: readonly SourceReply[]
  readonly shown: number
  readonly onShow: (source: number) => void
}

/** The sources of a project; the selected one is shown below. */
export function SourceTabs({ project, sources, shown, onShow }: SourceTabsProps) {
  const { t } = useTranslation('git')
  return (
    <fieldset className={styles.tabs}>
      <legend className="visually-hidden">{t('sources')}</legend>
      {sources.map((source) => (
        <button
          key={source.id}
          type="button"
          className={styles.tab}
          aria-pressed={source.id === shown}
          onClick={() => onShow(source.id)}
        >
          {source.kind === 'git' ? <GitBranch aria-hidden="true" /> : <FolderSync aria-hidden="true" />}
          <bdi dir="ltr">{nameOf(source)}</bdi>
          {source.kind === 'git' ? <RepositoryMark project={project} source={source.id} /> : null}
        </button>
      ))}
    </fieldset>
  )
}

function RepositoryMark({ project, source }: { readonly project: string; readonly source: number }) {
  const { t } = useTranslation('git')
  const { data } = useQuery(gitQueries.state(project, source))
  if (data === undefined) return null
  if (data.problem !== null) return <CircleAlert className={styles.alarm} aria-label={t('mark.problem')} />
  const [state, words] =
    data.unsentFiles > 0
      ? (['draft', 'mark.waiting'] as const)
      : data.waitingFiles > 0
        ? (['translated', 'waiting.sent'] as const)
        : (['reviewed', 'mark.inStep'] as const)
  return (
    <>
      <StateMark state={state} named="beside" />
      <span className="visually-hidden">{t(words)}</span>
    </>
  )
}

/** Returns the end of a path or URL, which distinguishes sources. */
function nameOf({ folder, repository, branch }: SourceReply): string {
  if (repository !== null) return `${repositoryName(repository)} ${branch === 'main' ? '' : branch}`.trim()
  return (folder ?? '').split(/[\\/]/).slice(-2).join('/')
}
