import { api } from '@dragoman/contract'
import { type FileLimits, limitsOf, type TextLimits } from '@dragoman/core'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call } from './call.ts'
import { projectKey } from './project-key.ts'

/** What the file of a language and namespace can hold; null: any text. */
export type LimitsOfFile = (namespace: string, language: string) => TextLimits | null

/** Of the open project: whatever checks its texts asks here. */
export const FileLimitsContext = createContext<LimitsOfFile>(() => null)

export function useFileLimits(): LimitsOfFile {
  return useContext(FileLimitsContext)
}

/** Live events about files keep it fresh. */
export function fileLimitsQuery(project: string) {
  return queryOptions({
    queryKey: projectKey(project, 'files', 'limits'),
    queryFn: ({ signal }) => call(api.files.limits, { params: { project }, signal }),
    select: ({ limits }): readonly FileLimits[] =>
      limits.flatMap(({ files, limits: own }) => files.map((file): FileLimits => ({ ...file, limits: own }))),
  })
}

export function limitsLookup(files: readonly FileLimits[], sourceLanguage: string): LimitsOfFile {
  return (namespace, language) =>
    files.length === 0 ? null : limitsOf(files, { namespace, language, sourceLanguage })
}
