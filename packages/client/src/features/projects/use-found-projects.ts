import { useState } from 'react'
import { choiceOf } from '../../lib/folders/folder-choice.ts'
import { useFolderScan } from '../../lib/folders/use-folder-scan.ts'

/** Scans a folder of the server; of several projects found there, some can be deselected. */
export function useFoundProjects(onLanguage: (source: string) => void) {
  const scanned = useFolderScan((detection) => onLanguage(detection.sourceLanguage))
  const { candidates, choice, choose, setFolder } = scanned
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const isOffered = candidates !== null && candidates.length > 1
  const ticked = isOffered
    ? candidates.filter(({ pattern, isConnected }) => !isConnected && !left.has(pattern))
    : []
  return {
    ...scanned,
    setFolder: (text: string) => {
      setFolder(text)
      setLeft(new Set())
    },
    /** Whether several were found, to choose from. */
    isOffered,
    ticked,
    tick: (patterns: readonly string[]) => {
      const others = candidates?.map(({ pattern }) => pattern).filter((one) => !patterns.includes(one))
      setLeft(new Set(others))
      const next = candidates?.find(({ pattern }) => pattern === patterns[0])
      if (next !== undefined && next.pattern !== choice?.pattern) choose(choiceOf(next))
    },
  }
}
