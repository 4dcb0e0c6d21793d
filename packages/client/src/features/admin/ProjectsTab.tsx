import type { ProjectSummary, UnsentAnswer } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { unsentAnswer } from '../../components/unsent-answer.ts'
import { useFormats } from '../../i18n/formats.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { removeProject } from '../../lib/server/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import table from '../../ui/Table.module.css'
import { Table } from '../../ui/Table.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Admin.module.css'
import { FoundList } from './FoundList.tsx'
import { adminQueries } from './queries.ts'
import { useFoundRows } from './use-found-rows.ts'

/** All projects: who manages them, their size, their last change, and a button to delete each. */
export function ProjectsTab() {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const { rows: projects, found } = useFoundRows(adminQueries.projects, (page) => page.projects)
  const [removing, setRemoving] = useState<ProjectSummary | null>(null)
  return (
    <FoundList
      {...found}
      find={t('projects.find')}
      none={t('projects.none')}
      empty={
        <EmptyState title={t('projects.empty')} action={null}>
          {t('projects.emptyAbout')}
        </EmptyState>
      }
    >
      <Table
        label={t('tab.projects')}
        columns={[
          { id: 'name', name: t('projects.name') },
          { id: 'manager', name: t('projects.manager') },
          { id: 'strings', name: t('projects.strings'), isNumber: true },
          { id: 'languages', name: t('projects.languages'), isNumber: true },
          { id: 'changed', name: t('projects.changed') },
          { id: 'acts', name: t('acts'), isActs: true },
        ]}
      >
        {projects.map((project) => {
          const { slug, name, manager, managers, keys, languages, createdAt, changedAt } = project
          const at = changedAt ?? createdAt
          return (
            <tr key={slug}>
              <td>
                <a href={`/p/${slug}/overview`}>
                  <bdi>{name}</bdi>
                </a>
              </td>
              <td>
                {manager === null ? (
                  <span className="muted">{t('projects.owners')}</span>
                ) : (
                  <bdi>{manager}</bdi>
                )}
                {managers > 1 ? <small className="muted"> +{formats.number(managers - 1)}</small> : null}
              </td>
              <td className={table.number}>{formats.number(keys)}</td>
              <td className={table.number}>{formats.number(languages)}</td>
              <td>
                <time dateTime={at} title={formats.dateTime(at)}>
                  {formats.relative(at)}
                </time>
              </td>
              <td className={styles.acts}>
                <Button
                  size="small"
                  look="quiet"
                  aria-label={t('projects.removeThis', { name })}
                  onPress={() => setRemoving(project)}
                >
                  {t('projects.remove')}
                </Button>
              </td>
            </tr>
          )
        })}
      </Table>
      {removing === null ? null : (
        <RemoveProjectDialog project={removing} onClose={() => setRemoving(null)} />
      )}
    </FoundList>
  )
}

/** Deletes a project after its URL name was typed. */
export function RemoveProjectDialog({
  project: { slug, name, keys },
  onClose,
}: {
  readonly project: Pick<ProjectSummary, 'slug' | 'name' | 'keys'>
  readonly onClose: () => void
}) {
  const { t } = useTranslation('admin')
  const formats = useFormats()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const remove = useMutation({
    mutationFn: (unsent: UnsentAnswer | undefined) => removeProject(slug, typed, unsent),
    onSuccess: async () => {
      onClose()
      showToast(t('projects.removed', { name }))
      await client.invalidateQueries({ queryKey: adminQueries.all })
      await client.invalidateQueries({ queryKey: ['projects'] })
    },
  })
  const unsent = unsentAnswer(remove)
  return (
    <ConfirmDialog
      title={t('projects.removeTitle', { name })}
      about={t('projects.removeAbout', { strings: formats.number(keys) })}
      act={t(unsent === undefined ? 'projects.remove' : 'common:unsent.discardAndDelete')}
      request={remove}
      onAct={() => remove.mutate(unsent)}
      isDisabled={typed !== slug}
      onClose={onClose}
    >
      <TextField
        label={t('projects.removeType', { slug })}
        value={typed}
        onChange={setTyped}
        code
        autoFocus
      />
    </ConfirmDialog>
  )
}
