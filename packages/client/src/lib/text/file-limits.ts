import { type FileLimits, limitsOf, type TextLimits } from '@dragoman/core'
import { createContext, useContext } from 'react'

/** Limits of the file of a language and namespace; null: any text. */
export type LimitsOfFile = (namespace: string, language: string) => TextLimits | null

/** File limits of the open project, for all checks of its texts. */
export const FileLimitsContext = createContext<LimitsOfFile>(() => null)

export function useFileLimits(): LimitsOfFile {
  return useContext(FileLimitsContext)
}

export function limitsLookup(files: readonly FileLimits[], sourceLanguage: string): LimitsOfFile {
  return (namespace, language) =>
    files.length === 0 ? null : limitsOf(files, { namespace, language, sourceLanguage })
}
