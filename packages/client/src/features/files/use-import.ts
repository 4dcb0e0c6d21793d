import { api, type ImportPlanReply, type OperationReply } from '@dragoman/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { projectKey } from '../../lib/project-key.ts'
import type { NamedFile } from './dropped-files.ts'

export type Placement = { readonly language?: string; readonly namespace?: string; readonly format?: string }
/** One language of a file; a file of several is planned once for each. */
export type PlannedFile = NamedFile & {
  readonly id: string
  readonly placement: Placement
  readonly plan: ImportPlanReply | null
  readonly error: unknown
}
export type ImportStep =
  | { readonly kind: 'planning'; readonly done: number; readonly total: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'importing'; readonly done: number; readonly total: number }
  | { readonly kind: 'finished'; readonly operations: readonly OperationReply[]; readonly failed: number }

export type ImportMode = 'overwrite' | 'fill'

/** Plans files one after the other, then imports them; can be stopped between files and within one. */
export function useImport(project: string, files: readonly NamedFile[]) {
  const client = useQueryClient()
  const [planned, setPlanned] = useState<readonly PlannedFile[]>([])
  const [step, setStep] = useState<ImportStep>({ kind: 'planning', done: 0, total: files.length })
  const stop = useRef<AbortController | null>(null)

  const planOne = useCallback(
    async ({ path, file }: NamedFile, placement: Placement, signal?: AbortSignal): Promise<PlannedFile> => {
      const id = `${path}\n${placement.language ?? ''}`
      try {
        const plan = await call(api.files.plan, { params: { project }, query: { name: path, ...placement }, bytes: file, signal })
        return { id, path, file, placement, plan, error: null }
      } catch (error) {
        return { id, path, file, placement, plan: null, error }
      }
    },
    [project],
  )

  useEffect(() => {
    const controller = new AbortController()
    void (async () => {
      const results: PlannedFile[] = []
      for (const [index, file] of files.entries()) {
        if (controller.signal.aborted) return
        const planned = await planOne(file, {}, controller.signal)
        results.push(planned)
        for (const language of planned.plan?.alongside ?? []) {
          if (controller.signal.aborted) return
          results.push(await planOne(file, { language }, controller.signal))
        }
        if (controller.signal.aborted) return
        setPlanned([...results])
        setStep({ kind: 'planning', done: index + 1, total: files.length })
      }
      setStep({ kind: 'ready' })
    })()
    return () => controller.abort()
  }, [files, planOne])

  const place = async (id: string, placement: Placement) => {
    const file = planned.find((one) => one.id === id)
    if (file === undefined) return
    const again = await planOne(file, { ...file.placement, ...placement })
    // It stays the same one on the screen, whatever language it is now.
    setPlanned((old) => old.map((one) => (one.id === id ? { ...again, id } : one)))
  }

  const leaveOut = (id: string) => setPlanned((old) => old.filter((one) => one.id !== id))

  const run = async (mode: ImportMode) => {
    const usable = planned.filter(({ plan }) => plan !== null)
    const operations: OperationReply[] = []
    const failures = new Map<string, unknown>()
    stop.current = new AbortController()
    const { signal } = stop.current
    for (const [index, { id, path, file, placement }] of usable.entries()) {
      if (signal.aborted) break
      setStep({ kind: 'importing', done: index, total: usable.length })
      try {
        const { operation } = await call(api.files.import, {
          params: { project },
          query: { name: path, mode, ...placement },
          bytes: file,
          signal,
        })
        if (operation !== null) operations.push(operation)
      } catch (error) {
        if (!signal.aborted) failures.set(id, error)
      }
    }
    setPlanned((old) => old.map((one) => ({ ...one, error: failures.get(one.id) ?? one.error })))
    setStep({ kind: 'finished', operations, failed: failures.size })
    await client.invalidateQueries({ queryKey: projectKey(project) })
  }

  return { planned, step, place, leaveOut, run, cancel: () => stop.current?.abort() }
}
