import { isCalledOff } from '../lib/called-off.ts'
import { useFailureText } from '../lib/server/failure-text.ts'
import { Note } from '../ui/Note.tsx'

/** Shows an error, if there is one. */
export function ErrorLine({ error }: { readonly error: unknown }) {
  const failureText = useFailureText()
  if (error === null || error === undefined || isCalledOff(error)) return null
  return (
    <div role="alert">
      <Note tone="error">{failureText(error)}</Note>
    </div>
  )
}
