import type { GitStateReply } from '@dragoman/contract'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '../../../components/use-problem-text.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useAccess } from '../../../lib/access/access.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { useReadRequest } from '../../../lib/server/use-read-request.ts'
import { Button } from '../../../ui/Button.tsx'
import { gitMutations } from '../queries.ts'
import styles from './Sync.module.css'

/** Whether the repository accepts our credentials, as far as known, and a button to test it. */
export function AccessTest({ project, state }: { readonly project: string; readonly state: GitStateReply }) {
  const { t } = useTranslation('git')
  const formats = useFormats()
  const failureText = useFailureText()
  const problemText = useProblemText()
  const refusal = useAccess().onProject('sources.manage')
  const test = useReadRequest({ mutationFn: () => gitMutations.test(project, state.id) })
  const { data } = test
  const isIn = data === undefined ? state.checkedAt !== null && state.problem === null : data.canRead
  const words =
    data !== undefined
      ? data.canRead
        ? t(data.canWrite ? 'access.both' : 'access.readOnly')
        : t('access.none')
      : state.checkedAt === null
        ? t('access.notYet')
        : t(isIn ? 'access.used' : 'access.lastUsed', { when: formats.relative(state.checkedAt) })
  const failed = data?.problem ?? null
  return (
    <>
      <p className={styles.ok} data-ok={isIn ? 'yes' : 'no'} role="status">
        {isIn ? <CircleCheck aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
        <span>{words}</span>
      </p>
      {failed === null ? null : <p className="muted">{problemText(failed)}</p>}
      {test.error === null ? null : <p role="alert">{failureText(test.error)}</p>}
      <div>
        <Button size="small" refusal={refusal} isPending={test.isPending} onPress={() => test.mutate()}>
          {t('access.test')}
        </Button>
      </div>
    </>
  )
}
