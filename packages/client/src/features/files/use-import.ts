import { Failure, type ImportPlacement, type UploadPlan } from '@dragoman/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { keepJob } from '../../lib/server/jobs.ts'
import type { NamedFile } from './dropped-files.ts'
import { importMutations } from './queries.ts'

/** What a person specifies about a file because its path and beginning do not reveal it. */
export type Placement = Pick<ImportPlacement, 'language' | 'namespace' | 'format'>

export type ImportStep =
  | { readonly kind: 'uploading'; readonly done: number; readonly total: number }
  | { readonly kind: 'planning' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'starting' }

/** A file that the person has left out. */
export type LeftOutFile = { readonly file: number; readonly path: string }

/** A file that could not be uploaded. */
export type UploadFailure = { readonly path: string; readonly error: unknown }

export type ImportMode = 'overwrite' | 'fill'

/** Number of parallel uploads. */
const PARALLEL = 4

/**
 * Uploads files, previews their import, and starts the import, which continues on the server when the page is
 * left. An upload that is not started is removed when the dialog closes.
 */
export function useImport(project: string, files: readonly NamedFile[]) {
  const client = useQueryClient()
  const [step, setStep] = useState<ImportStep>({ kind: 'uploading', done: 0, total: files.length })
  const [plan, setPlan] = useState<UploadPlan | null>(null)
  const [failures, setFailures] = useState<readonly UploadFailure[]>([])
  const [leftOut, setLeftOut] = useState<readonly LeftOutFile[]>([])
  const [error, setError] = useState<unknown>(null)
  const [mode, setMode] = useState<ImportMode>('overwrite')
  const [choice] = useState(openChoice)
  const [planning] = useState(openTurns)
  const upload = useRef<string | null>(null)
  const isStarted = useRef(false)

  const refresh = useCallback(async () => {
    if (upload.current === null) return
    const signal = planning.next()
    setStep({ kind: 'planning' })
    try {
      const next = await importMutations.plan({ project, upload: upload.current }, choice.body(), signal)
      if (signal.aborted) return
      setPlan(next)
      setError(null)
    } catch (problem) {
      if (signal.aborted) return
      setError(problem)
    }
    setStep({ kind: 'ready' })
  }, [project, choice, planning])

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    void (async () => {
      try {
        upload.current = (await importMutations.open(project, signal)).upload
        const onSent = (done: number) => setStep({ kind: 'uploading', done, total: files.length })
        setFailures(await sendAll({ project, upload: upload.current, files, signal, onSent }))
        if (!signal.aborted) await refresh()
      } catch (problem) {
        if (signal.aborted) return
        setError(problem)
        setStep({ kind: 'ready' })
      }
    })()
    return () => {
      controller.abort()
      planning.end()
      if (upload.current !== null && !isStarted.current) forget(project, upload.current)
      upload.current = null
    }
  }, [project, files, refresh, planning])

  return {
    step,
    plan,
    failures,
    leftOut,
    error,
    mode,
    setMode(next: ImportMode) {
      choice.setMode(next)
      setMode(next)
      return refresh()
    },
    place(file: number, placement: Placement) {
      choice.place(file, placement)
      return refresh()
    },
    leaveOut({ file, path }: LeftOutFile) {
      choice.place(file, { leaveOut: true })
      // Once, also if it is left out again because the preview could not be refreshed.
      setLeftOut((before) => [...before.filter((one) => one.file !== file), { file, path }])
      return refresh()
    },
    /** Imports a file that was left out after all, with what was specified about it before. */
    addAgain(file: number) {
      choice.place(file, { leaveOut: false })
      setLeftOut((before) => before.filter((one) => one.file !== file))
      return refresh()
    },
    /** Returns true once the server has accepted the import. */
    async start(countAsReviewed: boolean): Promise<boolean> {
      if (upload.current === null) return false
      setStep({ kind: 'starting' })
      try {
        const body = { ...choice.body(), ...reviewed(countAsReviewed) }
        const job = await importMutations.start({ project, upload: upload.current }, body)
        isStarted.current = true
        keepJob(client, project, job)
        return true
      } catch (problem) {
        setError(problem)
        setStep({ kind: 'ready' })
        return false
      }
    },
  }
}

type Sending = {
  readonly project: string
  readonly upload: string
  readonly files: readonly NamedFile[]
  readonly signal: AbortSignal
  readonly onSent: (done: number) => void
}

/** Uploads files a few at a time; returns rejected ones with the reason. */
async function sendAll({
  project,
  upload,
  files,
  signal,
  onSent,
}: Sending): Promise<readonly UploadFailure[]> {
  const failures: UploadFailure[] = []
  const waiting = [...files]
  let done = 0
  async function sendNext(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      try {
        if (next.file === null) throw new Failure('unreadable-file')
        await importMutations.send({ project, upload }, next.path, next.file, signal)
      } catch (error) {
        if (!signal.aborted) failures.push({ path: next.path, error })
      }
      done += 1
      if (!signal.aborted) onSent(done)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, sendNext))
  return failures
}

/** For requests that replace each other: each gets a signal, which is aborted when the next one starts. */
function openTurns() {
  let current: AbortController | null = null
  return {
    next(): AbortSignal {
      current?.abort()
      current = new AbortController()
      return current.signal
    },
    end: () => current?.abort(),
  }
}

/** What the person has chosen; a request contains it as of the moment when it is sent. */
function openChoice() {
  let mode: ImportMode = 'overwrite'
  const placements = new Map<number, ImportPlacement>()
  return {
    setMode(next: ImportMode): void {
      mode = next
    },
    place(file: number, placement: Partial<ImportPlacement>): void {
      placements.set(file, { ...placements.get(file), ...placement, file })
    },
    body: () => ({ mode, placements: [...placements.values()] }),
  }
}

const reviewed = (countAsReviewed: boolean) => (countAsReviewed ? { countAsReviewed } : {})

function forget(project: string, upload: string): void {
  // The server removes leftovers after a day.
  importMutations.remove({ project, upload }).catch(() => undefined)
}
