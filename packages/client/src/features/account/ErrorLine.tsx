import { useFailureText } from '../../lib/server/failure-text.ts'
import { Note } from '../../ui/Note.tsx'

/** What went wrong, where something did. */
export function ErrorLine({ error }: { readonly error: unknown }) {
  const failureText = useFailureText()
  if (error === null || error === undefined || isCalledOff(error)) return null
  return (
    <div role="alert">
      <Note tone="error">{failureText(error)}</Note>
    </div>
  )
}

/** The person closed what the browser asked: nothing went wrong. */
function isCalledOff(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}
