import type { BranchReply } from '@dragoman/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../components/FormDialog.tsx'
import { showToast } from '../../../lib/notices/toast.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { Loading } from '../../../ui/Loading.tsx'
import menu from '../../../ui/Menu.module.css'
import { TextField } from '../../../ui/TextField.tsx'
import { branchMutations, branchQueries } from '../queries.ts'
import styles from './Branches.module.css'
import { wantedBranch } from './wanted-branch.ts'

export type OpenBranchDialogProps = {
  readonly project: string
  readonly source: number
  /** Branches that are already open, or closed. */
  readonly taken: readonly BranchReply[]
  readonly onClose: () => void
}

/** Number of branches rendered; others are found by typing a part of their name. */
const DRAWN = 100

/** Selects a branch of the repository to be translated before it is merged. */
export function OpenBranchDialog({ project, source, taken, onClose }: OpenBranchDialogProps) {
  const { t } = useTranslation(['branches', 'common'])
  const client = useQueryClient()
  const query = useQuery(branchQueries.ofRepository(project, source))
  const [part, setPart] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const open = useMutation({
    mutationFn: (branch: string) => branchMutations.open(project, { source, branch }),
    onSuccess: async ({ branch }) => {
      showToast(t('open.done', { branch }))
      await client.invalidateQueries({ queryKey: projectKey(project) })
      onClose()
    },
  })
  const openNow = new Set(taken.filter(({ state }) => state === 'open').map(({ branch }) => branch))
  const found = (query.data?.branches ?? []).filter(
    (name) => !openNow.has(name) && name.toLowerCase().includes(part.trim().toLowerCase()),
  )
  const unlisted = query.data === undefined ? 0 : query.data.branchCount - query.data.branches.length
  const wanted = wantedBranch({ chosen, typed: part, unlisted })
  return (
    <FormDialog
      title={t('open.title')}
      onClose={onClose}
      act={t('open.do')}
      isDisabled={wanted === null}
      request={open}
      onAct={() => wanted !== null && open.mutate(wanted)}
    >
      <p className={styles.about}>{t('open.about')}</p>

      <TextField
        label={t('open.search')}
        value={part}
        onChange={(text) => {
          setPart(text)
          setChosen(null)
        }}
        start={<Search aria-hidden="true" />}
        code
        autoFocus
      />
      {query.data === undefined ? (
        <Loading error={query.error} onRetry={query.refetch} rows={4} />
      ) : (
        <>
          <FoundBranches
            names={found.slice(0, DRAWN)}
            chosen={chosen}
            nothing={t(query.data.branchCount === 0 ? 'open.none' : 'filterNone')}
            onChoose={setChosen}
          />
          {found.length > DRAWN || unlisted > 0 ? (
            <p className={styles.small}>
              {t('open.more', { count: Math.max(0, found.length - DRAWN) + unlisted })}
            </p>
          ) : null}
        </>
      )}
    </FormDialog>
  )
}

function FoundBranches({
  names,
  chosen,
  nothing,
  onChoose,
}: {
  readonly names: readonly string[]
  readonly chosen: string | null
  /** Shown if there are none. */
  readonly nothing: string
  readonly onChoose: (name: string | null) => void
}) {
  const { t } = useTranslation('branches')
  return (
    <ListBox
      aria-label={t('open.found')}
      className={styles.found ?? ''}
      selectionMode="single"
      selectedKeys={chosen === null ? [] : [chosen]}
      onSelectionChange={(keys) => {
        const [key] = keys === 'all' ? [] : [...keys]
        onChoose(key === undefined ? null : String(key))
      }}
      renderEmptyState={() => <p className={styles.nothing}>{nothing}</p>}
    >
      {names.map((name) => (
        <ListBoxItem key={name} id={name} textValue={name} className={`${menu.row} ${styles.choice}`}>
          <bdi dir="ltr">{name}</bdi>
        </ListBoxItem>
      ))}
    </ListBox>
  )
}
