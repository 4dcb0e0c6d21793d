import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export type PaletteCommand = {
  readonly id: string
  readonly name: string
  /** Words that find it, in addition to its name. */
  readonly words: string
  readonly sign: ReactNode
  readonly note?: string
  readonly run: () => void
}

/** Returns a function that creates a command for an action. */
export function useActionCommand() {
  const { t } = useTranslation()
  return (id: string, name: string, Sign: LucideIcon, run: () => void): PaletteCommand => ({
    id,
    name,
    words: t('palette.action'),
    sign: <Sign aria-hidden="true" />,
    run,
  })
}
