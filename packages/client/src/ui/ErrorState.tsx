import { useTranslation } from 'react-i18next'
import { failureOfError, useFailureText } from '../lib/server/failure-text.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

/** Shown if something failed to load: what happened, what is safe, what to do. */
export function ErrorState({
  error,
  onRetry,
  hasWork = true,
  level = 2,
}: {
  readonly error: unknown
  readonly onRetry?: (() => void) | undefined
  /** Whether there can be saved work to worry about: not on pages before signing in. */
  readonly hasWork?: boolean
  /** 1: it is the whole page. */
  readonly level?: 1 | 2
}) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const { code, params } = failureOfError(error)
  return (
    <div role="alert">
      <EmptyState
        level={level}
        title={failureText(error)}
        action={
          onRetry === undefined || code === 'not-allowed' || code === 'gone' ? null : (
            <Button onPress={onRetry}>{t('tryAgain')}</Button>
          )
        }
      >
        {!hasWork && code !== 'not-allowed' ? null : (
          <p>{code === 'not-allowed' ? t('error.whoCanHelp') : t('error.nothingLost')}</p>
        )}
        {params.id === undefined ? null : (
          <p>
            <code>{params.id}</code>
          </p>
        )}
      </EmptyState>
    </div>
  )
}
