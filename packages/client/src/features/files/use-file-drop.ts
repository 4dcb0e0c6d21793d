import { type DragEvent, useState } from 'react'
import { type FoundFiles, filesOfDrop } from './dropped-files.ts'

/**
 * Files that are dropped on an element: `handlers` belong to it, `isDropping` is true while files are over it.
 * `isOff`: they are not taken; the browser does not open them either.
 */
export function useFileDrop(onFiles: (found: FoundFiles) => void, { isOff }: { readonly isOff: boolean }) {
  const [isDropping, setIsDropping] = useState(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return {
    isDropping,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        if (isOff) event.dataTransfer.dropEffect = 'none'
        else setIsDropping(true)
      },
      onDragLeave(event: DragEvent) {
        // relatedTarget is a node or null here
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDropping(false)
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setIsDropping(false)
        if (!isOff) void filesOfDrop(event.dataTransfer).then(onFiles)
      },
    },
  }
}
