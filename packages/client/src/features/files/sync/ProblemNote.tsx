import type { GitStateReply } from '@dragoman/contract'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../components/use-problem-text.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import styles from './Sync.module.css'

/** Problems solved by other settings or credentials; all others are solved by retrying. */
const BY_SETTINGS = new Set([
  'sign-in-refused',
  'write-refused',
  'secret-lost',
  'host-key-changed',
  'branch-protected',
  'signature-required',
  'push-refused',
  'forge-refused',
])

export type ProblemNoteProps = {
  readonly problem: NonNullable<GitStateReply['problem']>
  readonly isTrying: boolean
  readonly mayManage: string | null
  readonly onTry: () => void
  readonly onSettings: () => void
}

/** Why nothing can be pulled or pushed, since when, and the button that solves it. */
export function ProblemNote({ problem, isTrying, mayManage, onTry, onSettings }: ProblemNoteProps) {
  const { t } = useTranslation('git')
  const formats = useFormats()
  const problemText = useProblemText()
  return (
    <div className={styles.problem} role="alert">
      <Note
        tone="error"
        action={
          BY_SETTINGS.has(problem.code) ? (
            <Button size="small" refusal={mayManage} onPress={onSettings}>
              {t('settings.open')}
            </Button>
          ) : (
            <Button size="small" isPending={isTrying} onPress={onTry}>
              {t(problem.code === 'pull-request-closed' ? 'sendNow' : 'tryAgain')}
            </Button>
          )
        }
      >
        <p>{problemText(problem)}</p>
        <p className={styles.small}>{t('since', { when: formats.relative(problem.at) })}</p>
      </Note>
    </div>
  )
}
