import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../../components/ErrorLine.tsx'
import { useAccess } from '../../../lib/access/access.ts'
import { type SelectedRows, useRowSelection } from '../../../lib/list/use-row-selection.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { releaseMutations } from '../queries.ts'
import { MissingKeyItem } from './MissingKeyItem.tsx'
import styles from './MissingKeys.module.css'
import { inKnownOrder, type MissingKeyRow, matchingRows } from './missing-key-rows.ts'
import { useAddMissingKeys } from './use-add-missing-keys.ts'

const PAGE = 50
const QUERY_MAX = 200

export type MissingKeyListProps = { readonly project: string; readonly rows: readonly MissingKeyRow[] }

/** Missing keys to choose from: the chosen ones are added to the project, or removed from the list. */
export function MissingKeyList({ project, rows: listed }: MissingKeyListProps) {
  const { t } = useTranslation(['releases', 'common'])
  const access = useAccess()
  const rows = useKnownOrder(listed)
  const [q, setQ] = useState('')
  const [shown, setShown] = useState(PAGE)
  const { add, problems, progress } = useAddMissingKeys(project)
  const remove = useRemoveMissingKeys(project)
  const matching = matchingRows(rows, q)
  const chosen = useRowSelection(matching.map(({ id }) => id))
  const selected = matching.filter(({ id }) => chosen.ids.has(id))
  const count = selected.length
  const namespaces = selected.map(({ namespace }) => namespace)
  const none = count === 0 ? t('missing.chooseFirst') : null
  const isBusy = add.isPending || remove.isPending
  return (
    <>
      <p className={styles.about}>{t('missing.about', { count: rows.length })}</p>
      <div className={styles.tools}>
        <TextField
          label={t('missing.find')}
          labelHidden
          placeholder={t('missing.find')}
          value={q}
          onChange={setQ}
          maxLength={QUERY_MAX}
          start={<Search aria-hidden="true" />}
        />
        <Button
          look="primary"
          refusal={access.onKeys('keys.edit', namespaces) ?? none}
          isDisabled={remove.isPending}
          isPending={add.isPending}
          onPress={() => {
            remove.reset()
            add.mutate(selected)
          }}
        >
          {count === 0 ? t('missing.add') : t('missing.addCount', { count })}
        </Button>
        <Button
          refusal={access.onKeys('files.import', namespaces) ?? none}
          isDisabled={add.isPending}
          isPending={remove.isPending}
          onPress={() => {
            add.reset()
            remove.mutate(selected)
          }}
        >
          {t('missing.remove')}
        </Button>
      </div>
      <p role="status" className={styles.progress}>
        {progress === null
          ? problems.size === 0
            ? ''
            : t('missing.notAdded', { count: problems.size })
          : t('missing.adding', progress)}
      </p>
      <ErrorLine error={add.error ?? remove.error} />
      {matching.length === 0 ? (
        <p className={styles.about}>{t('missing.noMatch')}</p>
      ) : (
        <div className={styles.list}>
          <ListHead count={count} of={matching.map(({ id }) => id)} chosen={chosen} isDisabled={isBusy} />
          <ul>
            {matching.slice(0, shown).map((row) => (
              <MissingKeyItem
                key={row.id}
                row={row}
                isChosen={chosen.ids.has(row.id)}
                isDisabled={isBusy}
                problem={problems.get(row.id) ?? null}
                onChoose={() => chosen.toggle(row.id)}
              />
            ))}
          </ul>
        </div>
      )}
      {matching.length > shown ? (
        <Button look="ghost" onPress={() => setShown(shown + PAGE * 4)}>
          {t('missing.more', { count: matching.length - shown })}
        </Button>
      ) : null}
    </>
  )
}

/** Keeps rows at their places while apps request keys more often than others; new ones come after them. */
function useKnownOrder(rows: readonly MissingKeyRow[]): readonly MissingKeyRow[] {
  const [known, setKnown] = useState<readonly string[]>([])
  const ids = new Set(known)
  const added = rows.filter(({ id }) => !ids.has(id))
  if (added.length > 0) setKnown([...known, ...added.map(({ id }) => id)])
  return inKnownOrder(rows, known)
}

/** Removes keys from the list until an app requests them again. */
function useRemoveMissingKeys(project: string) {
  const { t } = useTranslation('releases')
  const client = useQueryClient()
  return useMutation({
    mutationFn: (some: readonly MissingKeyRow[]) =>
      releaseMutations.forgetMissingKeys(
        project,
        some.flatMap(({ namespace, asked }) => asked.map((name) => ({ namespace, name }))),
      ),
    onSuccess: async (_done, some) => {
      await client.invalidateQueries({ queryKey: projectKey(project, 'releases', 'missing') })
      showToast(t('said.keysRemoved', { count: some.length }))
    },
  })
}

type ListHeadProps = {
  /** Number of chosen rows. */
  readonly count: number
  readonly of: readonly string[]
  readonly chosen: SelectedRows<string>
  readonly isDisabled: boolean
}

function ListHead({ count, of, chosen, isDisabled }: ListHeadProps) {
  const { t } = useTranslation('releases')
  const isAll = count === of.length && count > 0
  return (
    <div className={styles.head}>
      <Checkbox
        isSelected={isAll}
        isIndeterminate={count > 0 && !isAll}
        isDisabled={isDisabled}
        onChange={(isIn) => (isIn ? chosen.add(...of) : chosen.remove(of))}
        aria-label={t('missing.chooseAll')}
      />
      {(['key', 'languages', 'count', 'last'] as const).map((column) => (
        <span key={column} aria-hidden="true">
          {t(`missing.${column}`)}
        </span>
      ))}
    </div>
  )
}
