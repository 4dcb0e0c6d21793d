import type { SessionReply } from '@dragoman/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCalledOff } from '../../lib/called-off.ts'
import { useFailureToast } from '../../lib/server/failure-text.ts'
import { Button } from '../../ui/Button.tsx'
import { sessionMutations } from './queries.ts'

/** Signs in with a passkey: by the button, or through the browser's autofill in the name field. */
export function PasskeySignIn({ onDone }: { readonly onDone: (session: SessionReply) => void }) {
  const { t } = useTranslation('session')
  const showFailure = useFailureToast()
  const signIn = useMutation({
    mutationFn: sessionMutations.passkey,
    onSuccess: onDone,
    onError: (error) => {
      // The person closed the browser's dialog.
      if (!isCalledOff(error)) showFailure(error)
    },
  })
  // The browser asks for one passkey at a time: an offer would end the button's question.
  usePasskeyOffer({ isPaused: signIn.isPending, onDone, onError: showFailure })
  return (
    <Button isPending={signIn.isPending} onPress={() => signIn.mutate()}>
      {t('passkey')}
    </Button>
  )
}

/** An offer is renewed before the server forgets its challenge, after five minutes. */
const OFFER_MS = 4 * 60 * 1000

/** Offers passkeys in the name field while the page is open, and signs in with the one that is chosen there. */
function usePasskeyOffer(options: {
  readonly isPaused: boolean
  readonly onDone: (session: SessionReply) => void
  readonly onError: (error: unknown) => void
}): void {
  const latest = useRef(options)
  latest.current = options
  const { isPaused } = options
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round is a new offer
  useEffect(() => {
    if (isPaused) return
    const gone = new AbortController()
    const { signal } = gone
    const offerAgain = () => setRound((before) => before + 1)
    const timer = setTimeout(offerAgain, OFFER_MS)
    const offer = async () => {
      // Why there is no offer is shown by the button, to anyone who wants to know.
      const answer = await sessionMutations.offeredPasskey(signal).catch(() => null)
      if (answer === null || signal.aborted) return
      clearTimeout(timer)
      try {
        const session = await sessionMutations.signInWithOffered(answer)
        if (!signal.aborted) latest.current.onDone(session)
      } catch (error) {
        if (signal.aborted) return
        latest.current.onError(error)
        offerAgain()
      }
    }
    void offer()
    return () => {
      gone.abort()
      clearTimeout(timer)
    }
  }, [isPaused, round])
}
