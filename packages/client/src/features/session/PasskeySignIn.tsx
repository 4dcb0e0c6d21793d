import type { SessionReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { sessionMutations } from './queries.ts'

/** Signs in with a passkey: by the button, or through the browser's autofill in the name field. */
export function PasskeySignIn({ onDone }: { readonly onDone: (session: SessionReply) => void }) {
  const { t } = useTranslation('session')
  const showFailure = useFailureToast()
  const done = useRef(onDone)
  done.current = onDone
  const signIn = useMutation({
    mutationFn: sessionMutations.passkey,
    onSuccess: onDone,
    onError: (error) => {
      // The person closed the browser's dialog.
      if (!isCalledOff(error)) showFailure(error)
    },
  })
  useEffect(() => {
    let isGone = false
    sessionMutations
      .offeredPasskey()
      .then((session) => {
        if (session !== null && !isGone) done.current(session)
      })
      .catch(() => {}) // the button shows the reason to anyone who wants to know
    return () => {
      isGone = true
    }
  }, [])
  return (
    <Button isPending={signIn.isPending} onPress={() => signIn.mutate()}>
      {t('passkey')}
    </Button>
  )
}

function isCalledOff(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
