import { useEffect } from 'react'

let screen = ''
let project = ''

/** Sets the window title to screen, project and product, so that ten tabs can be distinguished. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    screen = title
    write()
  }, [title])
}

/** Sets the project in the title of every screen below. */
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
