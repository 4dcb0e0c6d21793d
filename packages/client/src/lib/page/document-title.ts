import { useEffect } from 'react'

let screen = ''
let project = ''

/**
 * Names the window after the screen, then the project, then the product, so that ten tabs can be told apart.
 */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    screen = title
    write()
  }, [title])
}

/** Names the project in the title of every screen below. */
export function useProjectTitle(name: string): void {
  useEffect(() => {
    project = name
    write()
    return () => {
      project = ''
      write()
    }
  }, [name])
}

function write(): void {
  document.title = [screen, project, 'Dragoman'].filter((part) => part !== '').join(' · ')
}
