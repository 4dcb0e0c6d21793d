import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from './announce.ts'

const SHOWN_MS = 1600

/** Copies text and shows briefly that it did. */
export function useCopy(): { readonly isCopied: boolean; readonly copy: (text: string) => Promise<void> } {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  const copy = useCallback(
    async (text: string) => {
      await writeClipboard(text)
      announce(t('copied'))
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), SHOWN_MS)
    },
    [t],
  )
  return { isCopied, copy }
}

/** The clipboard API exists on secure pages only; a team's server on plain HTTP needs the fallback. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
