import { api, type ImportPlanReply, type OperationReply } from '@dragoman/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../lib/call.ts'
import { projectKey } from '../../lib/project-key.ts'
import type { NamedFile } from './dropped-files.ts'

export type Placement = { readonly language?: string; readonly namespace?: string }
export type PlannedFile = NamedFile & { readonly placement: Placement; readonly plan: ImportPlanReply | null; readonly error: unknown }
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
      try {
        const plan = await call(api.files.plan, { params: { project }, query: { name: path, ...placement }, bytes: file, signal })
        return { path, file, placement, plan, error: null }
      } catch (error) {
        return { path, file, placement, plan: null, error }
      }
    },
    [project],
  )

  useEffect(() => {
    const controller = new AbortController()
    void (async () => {
      const results: PlannedFile[] = []
      for (const file of files) {
        if (controller.signal.aborted) return
        results.push(await planOne(file, {}, controller.signal))
        if (controller.signal.aborted) return
        setPlanned([...results])
        setStep({ kind: 'planning', done: results.length, total: files.length })
      }
      setStep({ kind: 'ready' })
    })()
    return () => controller.abort()
  }, [files, planOne])

  const place = async (path: string, placement: Placement) => {
    const file = planned.find((one) => one.path === path)
    if (file === undefined) return
    const again = await planOne(file, placement)
    setPlanned((old) => old.map((one) => (one.path === path ? again : one)))
  }

  const run = async (mode: ImportMode) => {
    const usable = planned.filter(({ plan }) => plan !== null)
    const operations: OperationReply[] = []
    const failures = new Map<string, unknown>()
    stop.current = new AbortController()
    const { signal } = stop.current
    for (const [index, { path, file, placement }] of usable.entries()) {
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
        if (!signal.aborted) failures.set(path, error)
      }
    }
    setPlanned((old) => old.map((one) => ({ ...one, error: failures.get(one.path) ?? one.error })))
    setStep({ kind: 'finished', operations, failed: failures.size })
    await client.invalidateQueries({ queryKey: projectKey(project) })
  }

  return { planned, step, place, run, cancel: () => stop.current?.abort() }
}
