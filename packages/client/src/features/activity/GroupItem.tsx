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
import { OperationDetails } from './OperationDetails.tsx'
import { OperationItem } from './OperationItem.tsx'
import { OperationLine } from './OperationLine.tsx'
import { activityMutations } from './queries.ts'

export type GroupItemProps = {
  readonly project: string
  /** Not empty. */
  readonly group: OperationGroup
  readonly open: number | undefined
  readonly onOpen: (operation: number | undefined) => void
}

/**
 * A person's saves in one language as one line; when opened, each one separately. A single operation opens to its
 * changes. While a group grows, from one operation on, its line stays the same element and stays open.
 */
export function GroupItem({ project, group, open, onOpen }: GroupItemProps) {
  const { t } = useTranslation('activity')
  const formats = useFormats()
  const isGroup = group.length > 1
  const hasOpen = group.some(({ id }) => id === open)
  const [isOpened, setIsOpened] = useState(isGroup && hasOpen)
  const [newest] = group
  const oldest = group.at(-1)
  if (newest === undefined || oldest === undefined) return null
  const isOpen = hasOpen || (isGroup && isOpened)
  const language = formats.languageName(newest.summary.languages[0] ?? 'und')
  const span = [...new Set([oldest, newest].map(({ at }) => formats.time(at)))]

  function toggle(): void {
    if (isGroup) setIsOpened(!isOpen)
    if (hasOpen) onOpen(undefined)
    else if (!isGroup) onOpen(newest?.id)
  }

  return (
    <>
      <button type="button" className={styles.opener} aria-expanded={isOpen} onClick={toggle}>
        <OperationLine
          operation={newest}
          {...(isGroup ? { what: t(groupWords(newest), { count: countStrings(group), language }) } : {})}
          when={span.join(' – ')}
        >
          <ChevronDown className={styles.arrow} aria-hidden="true" />
        </OperationLine>
      </button>
      {!isOpen ? null : isGroup ? (
        <GroupMembers
          project={project}
          group={group}
          open={open}
          onOpen={(operation) => {
            setIsOpened(true) // the group stays open when its last open operation closes
            onOpen(operation)
          }}
        />
      ) : (
        <OperationDetails project={project} id={newest.id} />
      )}
    </>
  )
}

/** Each operation of a group, with a button to undo them all. */
function GroupMembers({ project, group, open, onOpen }: GroupItemProps) {
  const { t } = useTranslation('activity')
  const access = useAccess()
  const client = useQueryClient()
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
  return (
    <div className={styles.members} ref={members} tabIndex={-1}>
      <ErrorLine error={undo.error} />
      {newest === undefined || newest.undoneBy !== null ? null : (
        <Button
          refusal={access.onUndo(newest.actor.id)}
          isPending={undo.isPending}
          onPress={() => undo.mutate()}
        >
          {t('undoAll', { count: group.length })}
        </Button>
      )}
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
  )
}
