import { Failure } from '@dragoman/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorLine } from '../../components/ErrorLine.tsx'
import { useFailureText } from '../../lib/server/failure-text.ts'
import { isolate } from '../../lib/text/isolate.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Note } from '../../ui/Note.tsx'
import styles from './Editing.module.css'
import { editingMutations, editingQueries } from './queries.ts'

export type ConnectFormProps = {
  readonly project: string
  /** The origin of the app that wants to edit. */
  readonly origin: string
  /** The value by which the app recognizes the response. */
  readonly state: string
  readonly name: string
}

/**
 * Lets an app edit texts of a project on behalf of the signed-in person: the page that opened this one gets a
 * token.
 */
export function ConnectForm({ project, origin, state, name }: ConnectFormProps) {
  const { t } = useTranslation('editing')
  const failureText = useFailureText()
  const { data, error } = useQuery(editingQueries.check(project, origin))
  const connect = useMutation({
    mutationFn: () => editingMutations.connect(project, origin),
    onSuccess: ({ secret, expiresAt, maySendScreenshots }) => {
      // If another page has opened this one: the browser only delivers the message to a page of this origin.
      opener()?.postMessage({ type: 'dragoman-token', state, secret, expiresAt, maySendScreenshots }, origin)
      window.close()
    },
  })
  if (error !== null) return <ErrorState error={error} />
  if (data === undefined) return null
  if (!data.isAllowed)
    return <Note tone="error">{failureText(new Failure('origin-not-allowed', { origin }))}</Note>
  if (opener() === null) return <Note tone="warning">{t('noOpener')}</Note>
  if (connect.isSuccess) return <p role="status">{t('done')}</p>
  return (
    <div className={styles.asking}>
      <ErrorLine error={connect.error} />
      <p>{t('asks', { origin: isolate(origin), project: data.project.name })}</p>
      <p>{t('may', { name })}</p>
      <div className={styles.buttons}>
        <Button look="primary" isPending={connect.isPending} onPress={() => connect.mutate()}>
          {t('allow')}
        </Button>
        <Button onPress={() => window.close()}>{t('refuse')}</Button>
      </div>
    </div>
  )
}

/** Returns the page that opened this one; null if it is gone. */
function opener(): Window | null {
  return window.opener as Window | null
}
