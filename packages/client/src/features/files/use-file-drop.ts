import { type DragEvent, useState } from 'react'
import { filesOfDrop, type NamedFile } from './dropped-files.ts'

/** Files that are dropped on an element: `handlers` belong to it, `isDropping` is true while files are over it. */
export function useFileDrop(onFiles: (files: readonly NamedFile[]) => void) {
  const [isDropping, setIsDropping] = useState(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    isDropping,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsDropping(true)
      },
      onDragLeave(event: DragEvent) {
        // relatedTarget is a node or null here
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDropping(false)
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsDropping(false)
        void filesOfDrop(event.dataTransfer).then(onFiles)
      },
    },
  }
}
