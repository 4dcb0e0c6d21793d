import { useEffect, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { setProofAsker } from '../../lib/server/proof.ts'

const ProofDialog = lazyPart(async () => (await import('./ProofDialog.tsx')).ProofDialog, {
  close: ({ onEnd }) => onEnd(false),
})

/** Asks for the password or a passkey when a call requires a proof; the call is then repeated. */
export function ProofPlace() {
  const [answer, setAnswer] = useState<((isProved: boolean) => void) | null>(null)
  useEffect(() => setProofAsker(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  if (answer === null) return null
  return (
    <ProofDialog
      onEnd={(isProved) => {
        answer(isProved)
        setAnswer(null)
      }}
    />
  )
}
