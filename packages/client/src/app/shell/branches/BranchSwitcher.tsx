import type { ProjectReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { ChevronDown, GitBranch } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { branchQueries } from '../../../features/files/queries.ts'
import { useAccess } from '../../../lib/access/access.ts'
import { Button } from '../../../ui/Button.tsx'
import { Menu, MenuRow } from '../../../ui/Menu.tsx'
import styles from './Branches.module.css'
import { sameScreenOf } from './same-screen.ts'

/** With more choices, people can filter by a part of the name. */
const MOST_WITHOUT_FILTER = 8

/**
 * Switches between the project and its open translation branches on the same screen. Hidden if there are
 * none.
 */
export function BranchSwitcher({ project }: { readonly project: ProjectReply }) {
  const { t } = useTranslation('branches')
  const access = useAccess()
  const navigate = useNavigate()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const parent = project.branchOf?.slug ?? project.slug
  const canRead = access.onProject('files.read') === null
  const { data, refetch } = useQuery({ ...branchQueries.list(parent), enabled: canRead })
  const open = (data?.branches ?? []).filter(({ state, slug }) => state === 'open' || slug === project.slug)
  if (open.length === 0) return null
  const name = project.branchOf?.branch ?? t('main')
  const choices = [
    { slug: parent, name: t('main'), untranslated: data?.untranslated ?? 0 },
    ...open.map(({ slug, branch, untranslated }) => ({ slug, name: branch, untranslated })),
  ]
  return (
    <Menu
      label={t('title')}
      chosen={project.slug}
      filter={choices.length > MOST_WITHOUT_FILTER ? t('filter') : undefined}
      renderEmptyState={() => <p className={styles.nothing}>{t('filterNone')}</p>}
      onOpenChange={(isOpen) => isOpen && void refetch()}
      onAction={(key) => {
        const slug = String(key)
        if (slug !== project.slug) void navigate({ to: sameScreenOf(path, slug, slug !== parent) })
      }}
      trigger={
        <Button look="quiet" size="small" aria-label={t('switch', { name })}>
          <span className={styles.current}>
            <GitBranch aria-hidden="true" />
            <bdi className={styles.currentName}>{name}</bdi>
            <ChevronDown aria-hidden="true" />
          </span>
        </Button>
      }
    >
      {choices.map(({ slug, name, untranslated }) => (
        <MenuRow
          key={slug}
          id={slug}
          textValue={name}
          note={untranslated === 0 ? t('allTranslated') : t('toTranslate', { count: untranslated })}
        >
          <span className={styles.choiceName}>{name}</span>
        </MenuRow>
      ))}
    </Menu>
  )
}
