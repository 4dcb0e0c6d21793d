import { ClipboardPlus } from 'lucide-react'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../lib/access/access.ts'
import { Button } from '../ui/Button.tsx'
import { IconButton } from '../ui/IconButton.tsx'

/** Strings to be assigned: a selection, or the results of a search in a language. */
export type AssignAsked = {
  readonly select: { readonly keys: readonly number[] } | { readonly q: string; readonly language: string }
  /** Null: not counted yet. */
  readonly count: number | null
  /** Languages that are initially selected. */
  readonly languages: readonly string[]
  /** The namespaces of the strings; none: not known. */
  readonly namespaces: readonly string[]
  readonly goal: 'translated' | 'reviewed'
}

/**
 * Opens the dialog to choose assignees. Null: there is no one to assign to, such as when working alone on a
 * folder.
 */
export const AssignContext = createContext<((asked: AssignAsked) => void) | null>(null)

export type AssignButtonProps = {
  readonly asked: AssignAsked
  readonly size?: 'normal' | 'small'
  /** Shows an icon only, with this as its name. */
  readonly label?: string
}

/** *Assign to…*: creates a task for strings. */
export function AssignButton({ asked, size = 'normal', label }: AssignButtonProps) {
  const { t } = useTranslation()
  const refusal = useAssignRefusal(asked)
  const assign = useContext(AssignContext)
  if (assign === null) return null
  const shared = { size, refusal, onPress: () => assign(asked) }
  if (label !== undefined)
    return (
      <IconButton {...shared} label={label}>
        <ClipboardPlus aria-hidden="true" />
      </IconButton>
    )
  return <Button {...shared}>{t('assign')}</Button>
}

/** Returns why someone cannot assign strings in any of the selected languages; null: they can. */
function useAssignRefusal({ languages, namespaces }: AssignAsked): string | null {
  const access = useAccess()
  const refusals = languages.map((language) =>
    access.inAll('tasks.manage', { languages: [language], namespaces }),
  )
  const [first = access.onSomeText('tasks.manage')] = refusals
  return refusals.includes(null) ? null : first
}
