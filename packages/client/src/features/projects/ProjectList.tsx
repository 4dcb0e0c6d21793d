import type { ListedProject } from '@dragoman/contract'
import { Link } from '@tanstack/react-router'
import { GitBranch } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/Avatar.tsx'
import { StateBar } from '../../components/StateBar.tsx'
import { useFormats } from '../../i18n/formats.ts'
import table from '../../ui/Table.module.css'
import { Table } from '../../ui/Table.tsx'
import styles from './ProjectList.module.css'

/** All projects with their progress. */
export function ProjectList({ projects }: { readonly projects: readonly ListedProject[] }) {
  const { t } = useTranslation(['projects', 'branches'])
  const formats = useFormats()
  return (
    <Table
      label={t('title')}
      columns={[
        { id: 'project', name: t('project') },
        { id: 'progress', name: t('progress'), className: styles.progress },
        { id: 'strings', name: t('strings'), isNumber: true },
        { id: 'languages', name: t('languages'), isNumber: true },
      ]}
    >
      {projects.map((project) => (
        <Fragment key={project.slug}>
          <tr>
            <td>
              <div className={styles.project}>
                <Avatar id={project.slug} name={project.name} kind="project" size={32} />
                <div>
                  <Link to="/p/$project/overview" params={{ project: project.slug }} className={styles.name}>
                    <bdi>{project.name}</bdi>
                  </Link>
                  {project.description === '' ? null : (
                    <p className={styles.description} dir="auto">
                      {project.description}
                    </p>
                  )}
                  <small className={styles.about}>
                    {t('source', { language: formats.languageName(project.sourceLanguage) })}
                  </small>
                </div>
              </div>
            </td>
            <td>
              <span className={styles.share}>
                <StateBar counts={project.counts} />
                <span className="num">{formats.percent(project.done)}</span>
              </span>
            </td>
            <td className={table.number}>{formats.number(project.keys)}</td>
            <td className={table.number}>{formats.number(project.languages)}</td>
          </tr>
          {project.branches.map((branch) => (
            <tr key={branch.slug}>
              <td>
                <Link
                  to="/p/$project/overview"
                  params={{ project: branch.slug }}
                  className={styles.branchName}
                >
                  <GitBranch aria-label={t('branches:ofProject')} />
                  <bdi dir="ltr">{branch.branch}</bdi>
                </Link>
              </td>
              <td>
                <span className={styles.share}>
                  <StateBar counts={branch.counts} />
                  <span className="num">{formats.percent(branch.done)}</span>
                </span>
              </td>
              <td className={table.number}>{formats.number(branch.keys)}</td>
              <td />
            </tr>
          ))}
        </Fragment>
      ))}
    </Table>
  )
}
