import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { choiceOf, type FolderChoice } from '../../../lib/folders/folder-choice.ts'
import type { RepositoryCalls } from '../queries.ts'
import { forgeInputOf } from './ForgeFields.tsx'
import { shownForge, useRepositoryForm, useScan } from './use-repository-form.ts'
import type { GitModeChoice } from './WaysOut.tsx'

export type ConnectionOptions = {
  readonly calls: RepositoryCalls
  readonly sourceLanguage: string
  /** An address that was entered already; empty: none. */
  readonly address: string
  readonly onConnected: (connected: Awaited<ReturnType<RepositoryCalls['connect']>>) => void
}

/** What is entered to connect a repository, what was found there, and the call that connects it. */
export function useConnection({ calls, sourceLanguage, address, onConnected }: ConnectionOptions) {
  const repository = useRepositoryForm({ address })
  const { form, given, place } = repository
  const [choice, setChoice] = useState<FolderChoice | null>(null)
  const [mode, setMode] = useState<GitModeChoice>('pull-request')
  const [countAsReviewed, setCountAsReviewed] = useState(false)
  const look = useScan(place, calls.look, ({ candidates }) => {
    const best = candidates.find((one) => !one.isConnected) ?? candidates[0]
    setChoice(best === undefined ? null : choiceOf(best))
  })
  const { found } = look
  const isByApp = given?.kind === 'github-app'
  const forge = shownForge(form, found?.forge)
  const forgeInput = forgeInputOf(forge, { isByApp })
  const isConnected =
    found?.candidates.find(({ pattern }) => pattern === choice?.pattern)?.isConnected === true
  const isReady =
    found !== undefined && choice !== null && given !== null && !isConnected && forgeInput !== null
  const connect = useMutation({
    mutationFn: () => {
      if (found === undefined || choice === null || given === null || forgeInput === null)
        throw new Error('Nothing was found yet')
      return calls.connect({
        ...(countAsReviewed ? { countAsReviewed } : {}),
        repository: found.repository,
        branch: found.branch,
        signIn: given,
        pattern: choice.pattern,
        format: choice.format,
        sourceLanguage,
        mode,
        forge: forgeInput,
      })
    },
    onSuccess: onConnected,
  })
  return {
    repository,
    found,
    isScanning: look.isScanning,
    scan: (branch = place.branch) => {
      if (given !== null) look.scan({ ...place, branch, signIn: given })
    },
    choice,
    setChoice,
    mode,
    setMode,
    countAsReviewed,
    setCountAsReviewed,
    forge,
    isByApp,
    isConnected,
    isReady,
    connect,
    error: connect.error ?? look.error,
  }
}

export type Connection = ReturnType<typeof useConnection>
