import type { DetectionReply } from '@dragoman/contract'
import { useRef, useState } from 'react'
import { inspectFolder } from '../server/queries.ts'
import { useReadRequest } from '../server/use-read-request.ts'
import { choiceOf, type FolderChoice } from './folder-choice.ts'

export type FolderScan = {
  /** As typed. */
  readonly folder: string
  readonly setFolder: (folder: string) => void
  readonly scan: () => void
  readonly isScanning: boolean
  /** What was found in the folder that is currently typed; null before that. */
  readonly candidates: readonly DetectionReply[] | null
  readonly choice: FolderChoice | null
  readonly choose: (choice: FolderChoice) => void
  /** The folder to use: the real path of the scanned one, otherwise as typed. */
  readonly chosenFolder: string
  readonly error: Error | null
}

/**
 * Scans the typed folder on the server. A response that arrives after the text has changed is dropped, so
 * that only what is on the screen can be connected.
 */
export function useFolderScan(onDetected: (detection: DetectionReply) => void = () => {}): FolderScan {
  const [folder, setText] = useState('')
  const [found, setFound] = useState<{
    readonly folder: string
    readonly candidates: readonly DetectionReply[]
  } | null>(null)
  const [choice, setChoice] = useState<FolderChoice | null>(null)
  const typed = useRef('')
  const scan = useReadRequest({
    mutationFn: inspectFolder,
    onSuccess: (reply, asked) => {
      if (typed.current !== asked) return
      setFound(reply)
      const best = reply.candidates.find((one) => !one.isConnected) ?? reply.candidates[0]
      if (best === undefined) return
      setChoice(choiceOf(best))
      onDetected(best)
    },
  })
  const isOfThis = scan.variables === folder.trim()
  return {
    folder,
    setFolder(next) {
      typed.current = next.trim()
      setText(next)
      setFound(null)
      setChoice(null)
    },
    scan: () => scan.mutate(folder.trim()),
    isScanning: scan.isPending && isOfThis,
    candidates: found?.candidates ?? null,
    choice,
    choose(next) {
      const detection = found?.candidates.find((one) => one.pattern === next.pattern)
      if (detection !== undefined && next.pattern !== choice?.pattern) onDetected(detection)
      setChoice(next)
    },
    chosenFolder: found?.folder ?? folder.trim(),
    error: isOfThis ? scan.error : null,
  }
}
