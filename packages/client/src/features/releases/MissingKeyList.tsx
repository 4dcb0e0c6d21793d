import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { MissingKeyItem } from './MissingKeyItem.tsx'
import styles from './MissingKeys.module.css'
import { type MissingKeyRow, matchingRows } from './missing-key-rows.ts'
import { releaseMutations } from './queries.ts'
import { useAddMissingKeys } from './use-add-missing-keys.ts'

const PAGE = 50
const QUERY_MAX = 200

export type MissingKeyListProps = { readonly project: string; readonly rows: readonly MissingKeyRow[] }

/** Missing keys to choose from: the chosen ones are added to the project, or removed from the list. */
export function MissingKeyList({ project, rows }: MissingKeyListProps) {
  const { t } = useTranslation(['releases', 'common'])
  const access = useAccess()
  const client = useQueryClient()
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState(PAGE)
  const { add, problems, progress } = useAddMissingKeys(project)
  const remove = useMutation({
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
  const matching = matchingRows(rows, q)
  const selected = matching.filter(({ id }) => chosen.has(id))
  const namespaces = selected.map(({ namespace }) => namespace)
  const none = selected.length === 0 ? t('missing.chooseFirst') : null
  const isBusy = add.isPending || remove.isPending
  const isAll = selected.length === matching.length && selected.length > 0
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const id of ids) isChosen ? after.add(id) : after.delete(id)
      return after
    })
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
          onPress={() => add.mutate(selected)}
        >
          {selected.length === 0 ? t('missing.add') : t('missing.addCount', { count: selected.length })}
        </Button>
        <Button
          refusal={access.onKeys('files.import', namespaces) ?? none}
          isDisabled={add.isPending}
          isPending={remove.isPending}
          onPress={() => remove.mutate(selected)}
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
          <div className={styles.head}>
            <Checkbox
              isSelected={isAll}
              isIndeterminate={selected.length > 0 && !isAll}
              isDisabled={isBusy}
              onChange={(value) =>
                choose(
                  matching.map(({ id }) => id),
                  value,
                )
              }
              aria-label={t('missing.chooseAll')}
            />
            <span aria-hidden="true">{t('missing.key')}</span>
            <span aria-hidden="true">{t('missing.languages')}</span>
            <span aria-hidden="true">{t('missing.count')}</span>
            <span aria-hidden="true">{t('missing.last')}</span>
          </div>
          <ul>
            {matching.slice(0, shown).map((row) => (
              <MissingKeyItem
                key={row.id}
                row={row}
                isChosen={chosen.has(row.id)}
                isDisabled={isBusy}
                problem={problems.get(row.id) ?? null}
                onChoose={(value) => choose([row.id], value)}
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
