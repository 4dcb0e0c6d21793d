import { useEffect } from 'react'

/** Names the window after the screen, and puts the old name back when it goes. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Dragoman' : `${title} · Dragoman`
  }, [title])
}
