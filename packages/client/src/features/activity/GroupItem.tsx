import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useAccess } from '../../lib/access/access.ts'
import { showToast } from '../../lib/notices/toast.ts'
import { projectKey } from '../../lib/server/project-key.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Activity.module.css'
import { countStrings, groupWords, type OperationGroup } from './group-by-day.ts'
import { OperationItem } from './OperationItem.tsx'
import { OperationLine } from './OperationLine.tsx'
import { activityMutations } from './queries.ts'

export type GroupItemProps = {
  readonly project: string
  /** At least two operations. */
  readonly group: OperationGroup
  readonly open: number | undefined
  readonly onOpen: (operation: number | undefined) => void
}

/**
 * A person's saves in one language as one line; when opened, each one separately, with a button to undo them
 * all.
 */
export function GroupItem({ project, group, open, onOpen }: GroupItemProps) {
  const { t } = useTranslation('activity')
  const access = useAccess()
  const formats = useFormats()
  const client = useQueryClient()
  const [isOpen, setIsOpen] = useState(group.some(({ id }) => id === open))
  const members = useRef<HTMLDivElement>(null)
  const undo = useMutation({
    mutationFn: () =>
      activityMutations.undoMany(
        project,
        group.map(({ id }) => id),
      ),
    onSuccess: async () => {
      showToast(t('done'))
      members.current?.focus() // the button disappears, and must not take the focus with it
      await client.invalidateQueries({ queryKey: projectKey(project) })
    },
  })
  const [newest] = group
  const oldest = group.at(-1)
  if (newest === undefined || oldest === undefined) return null
  const language = formats.languageName(newest.summary.languages[0] ?? 'und')
  const span = [formats.time(oldest.at), formats.time(newest.at)]
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <OperationLine
          operation={newest}
          what={t(groupWords(newest), { count: countStrings(group), language })}
          when={span[0] === span[1] ? (span[0] ?? '') : span.join(' – ')}
        >
          <ChevronDown className={styles.arrow} aria-hidden="true" />
        </OperationLine>
      </button>
      {isOpen ? (
        <div className={styles.members} ref={members} tabIndex={-1}>
          <ErrorLine error={undo.error} />
          {newest.undoneBy === null ? (
            <Button
              refusal={access.onUndo(newest.actor.id)}
              isPending={undo.isPending}
              onPress={() => undo.mutate()}
            >
              {t('undoAll', { count: group.length })}
            </Button>
          ) : null}
          <ul className={styles.card}>
            {group.map((operation) => (
              <li key={operation.id}>
                <OperationItem
                  project={project}
                  operation={operation}
                  isOpen={open === operation.id}
                  onOpen={onOpen}
                />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  )
}
