import type { OperationReply } from '@dragoman/contract'
import { ChevronDown } from 'lucide-react'
import { useFormats } from '../../i18n/formats.ts'
import styles from './Activity.module.css'
import { OperationDetails } from './OperationDetails.tsx'
import { OperationLine } from './OperationLine.tsx'

export type OperationItemProps = {
  readonly project: string
  readonly operation: OperationReply
  readonly isOpen: boolean
  readonly onOpen: (operation: number | undefined) => void
}

/** One operation; when opened, its changes and a button to undo it. */
export function OperationItem({ project, operation, isOpen, onOpen }: OperationItemProps) {
  const formats = useFormats()
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-expanded={isOpen}
        onClick={() => onOpen(isOpen ? undefined : operation.id)}
      >
        <OperationLine operation={operation} when={formats.time(operation.at)}>
          <ChevronDown className={styles.arrow} aria-hidden="true" />
        </OperationLine>
      </button>
      {isOpen ? <OperationDetails project={project} id={operation.id} /> : null}
    </>
  )
}
