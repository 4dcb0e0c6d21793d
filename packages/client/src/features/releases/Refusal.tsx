import { useFailureText } from '../../lib/server/failure-text.ts'
import { Note } from '../../ui/Note.tsx'

/** Shows why something about releases was refused; nothing if `error` is null. */
export function Refusal({ error }: { readonly error: unknown }) {
  const failureText = useFailureText()
  if (error === null) return null
  return (
    <div role="alert">
      <Note tone="error">{failureText(error)}</Note>
    </div>
  )
}
