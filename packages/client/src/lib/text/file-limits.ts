import { type FileLimits, limitsOf, type TextLimits } from '@dragoman/core'
import { createContext, useContext } from 'react'

/** What the file of a language and namespace can hold; null: any text. */
export type LimitsOfFile = (namespace: string, language: string) => TextLimits | null

/** Of the open project: whatever checks its texts asks here. */
export const FileLimitsContext = createContext<LimitsOfFile>(() => null)

export function useFileLimits(): LimitsOfFile {
  return useContext(FileLimitsContext)
}

export function limitsLookup(files: readonly FileLimits[], sourceLanguage: string): LimitsOfFile {
  return (namespace, language) =>
    files.length === 0 ? null : limitsOf(files, { namespace, language, sourceLanguage })
}
