import { lazy, Suspense, useEffect, useState } from 'react'
import { setProofAsker } from '../../lib/server/proof.ts'

const ProofDialog = lazy(async () => ({ default: (await import('./ProofDialog.tsx')).ProofDialog }))

/** Asks for the password or a passkey when a call requires a proof; the call is then repeated. */
export function ProofPlace() {
  const [answer, setAnswer] = useState<((isProved: boolean) => void) | null>(null)
  useEffect(() => setProofAsker(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  if (answer === null) return null
  return (
    <Suspense fallback={null}>
      <ProofDialog
        onEnd={(isProved) => {
          answer(isProved)
          setAnswer(null)
        }}
      />
    </Suspense>
  )
}
