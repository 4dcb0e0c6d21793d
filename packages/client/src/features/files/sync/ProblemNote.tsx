import type { GitStateReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../components/use-problem-text.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { type ProblemAction, problemActions } from './problem-actions.ts'
import styles from './Sync.module.css'

export type ProblemNoteProps = {
  readonly problem: NonNullable<GitStateReply['problem']>
  readonly isTrying: boolean
  /** Why the settings cannot be changed, and why nothing can be sent or synced. */
  readonly refusals: { readonly manage: string | null; readonly sync: string | null }
  readonly onAction: (action: ProblemAction) => void
}

const LABELS = {
  send: 'sendNow',
  sync: 'tryAgain',
  settings: 'settings.open',
  move: 'move.open',
} as const satisfies Record<ProblemAction, string>

/** Why nothing can be pulled or pushed, since when, and the buttons that solve it. */
export function ProblemNote({ problem, isTrying, refusals, onAction }: ProblemNoteProps) {
  const { t } = useTranslation('git')
  const formats = useFormats()
  const problemText = useProblemText()
  const isTry = (action: ProblemAction) => action === 'send' || action === 'sync'
  return (
    <div className={styles.problem} role="alert">
      <Note
        tone="error"
        action={
          <div className={styles.problemActions}>
            {problemActions(problem).map((action) => (
              <Button
                key={action}
                size="small"
                refusal={isTry(action) ? refusals.sync : refusals.manage}
                isPending={isTry(action) && isTrying}
                onPress={() => onAction(action)}
              >
                {t(LABELS[action])}
              </Button>
            ))}
          </div>
        }
      >
        <p>{problemText(problem)}</p>
        <p className={styles.small}>{t('since', { when: formats.relative(problem.at) })}</p>
      </Note>
    </div>
  )
}
