import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from './announce.ts'
import { showToast } from './toast.ts'

const SHOWN_MS = 1600

/** Copies text and shows briefly that it did, or reports that it could not. */
export function useCopy(): { readonly isCopied: boolean; readonly copy: (text: string) => Promise<void> } {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState(false)
  const copy = useCallback(
    async (text: string) => {
      if (!(await writeClipboard(text))) return showToast(t('notCopied'), { tone: 'problem' })
      announce(t('copied'))
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), SHOWN_MS)
    },
    [t],
  )
  return { isCopied, copy }
}

/** Copies text. Returns false if the browser refuses it. */
export async function writeClipboard(text: string): Promise<boolean> {
  // The clipboard API exists on secure pages only; a team's server on plain HTTP needs the fallback.
  if (!navigator.clipboard) return copyFromField(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyFromField(text) // the browser asks for a permission that it does not have
  }
}

function copyFromField(text: string): boolean {
  const { activeElement } = document
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // An open dialog takes the focus back from everything outside it.
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]')
  ;([...dialogs].at(-1) ?? document.body).append(area)
  area.focus({ preventScroll: true })
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
  return isCopied
}
