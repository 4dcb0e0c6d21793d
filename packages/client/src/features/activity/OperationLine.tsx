import type { OperationReply } from '@dragoman/contract'
import { Check, CornerUpLeft, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActorName } from '../../components/ActorName.tsx'
import { Avatar } from '../../components/Avatar.tsx'
import { personColor } from '../../components/person-color.ts'
import { isSync } from '../../components/source-kinds.ts'
import { useFormats } from '../../i18n/formats.ts'
import { shownKeyName } from '../../lib/text/shown-key-name.ts'
import styles from './Activity.module.css'
import { describeOperation, lastPart, operationVerb } from './describe-operation.ts'
import { type Verdict, verdictOf } from './verdict-of.ts'

/** `what`: a description of several operations, in place of the operation's own. */
export type OperationLineProps = {
  readonly operation: OperationReply
  readonly when: string
  readonly what?: string
  readonly children?: ReactNode
}

/** Who did what, when. */
export function OperationLine({ operation, when, what, children }: OperationLineProps) {
  const { t } = useTranslation('activity')
  const formats = useFormats()
  const { name, id } = operation.actor
  const { key, origin } = operation.summary
  const verdict = verdictOf(operation)
  const pieces = what === undefined ? describeOperation(operation, t, formats) : []
  return (
    <>
      {operation.kind === 'undo' && !isSync(id) ? (
        <span className={styles.avatar} style={{ background: personColor(id, name) }} aria-hidden="true">
          <Undo2 />
        </span>
      ) : (
        <span className={styles.actor}>
          <Avatar id={id} name={name} />
          {verdict === null || verdict.kind === 'accepted' ? null : <VerdictSign verdict={verdict.kind} />}
        </span>
      )}
      <div className={styles.text}>
        <p>
          <b>
            <ActorName actor={operation.actor} />
          </b>{' '}
          {what ?? operationVerb(operation, t)}{' '}
          {key === undefined || what !== undefined ? null : <code dir="ltr">{shownKeyName(key.name)}</code>}
          {origin === undefined || key !== undefined ? null : <code title={origin}>{lastPart(origin)}</code>}
        </p>
        <p className="muted">
          {[...pieces, when].join(' · ')}
          {operation.undoneBy === null ? null : ` · ${t('undone')}`}
        </p>
      </div>
      {children}
    </>
  )
}

/** The sign of a decision, on the avatar of who made it; the words are next to it. */
function VerdictSign({ verdict }: { readonly verdict: Exclude<Verdict['kind'], 'accepted'> }) {
  const Sign = verdict === 'rejected' ? CornerUpLeft : Check
  return (
    <span className={styles.verdict} data-verdict={verdict} aria-hidden="true">
      <Sign className={verdict === 'rejected' ? 'mirrored' : ''} />
    </span>
  )
}
