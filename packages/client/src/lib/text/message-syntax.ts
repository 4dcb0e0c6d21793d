import type { ProjectReply } from '@dragoman/contract'
import { i18nextSyntax, type KeyOfSyntax, type MessageSyntax, syntaxOfKey } from '@dragoman/core'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

/** The message syntax of the open project, by which its texts are shown and checked. */
export const MessageSyntaxContext = createContext<MessageSyntax>(i18nextSyntax)

/** Returns the syntax of the open project or, with a key, of its texts. */
export function useMessageSyntax(key?: KeyOfSyntax): MessageSyntax {
  const syntax = useContext(MessageSyntaxContext)
  return key === undefined ? syntax : syntaxOfKey(syntax, key)
}

/**
 * Returns the syntax with that id. i18next's is already loaded; all others are in a separate script that is
 * loaded on demand.
 */
export async function loadSyntax(id: string): Promise<MessageSyntax> {
  if (id === i18nextSyntax.id) return i18nextSyntax
  const { syntaxById } = await import('@dragoman/core/all-syntaxes')
  return syntaxById(id)
}

/**
 * Loads the syntax of a project, and those that files name for single keys, so that `syntaxOfKey` knows them. Code
 * rather than data: loaded once, and never compared structurally.
 */
export function syntaxQuery({ syntax, namesSyntaxes }: Pick<ProjectReply, 'syntax' | 'namesSyntaxes'>) {
  return queryOptions({
    queryKey: ['message-syntax', syntax, namesSyntaxes],
    queryFn: async () => {
      if (namesSyntaxes) await import('@dragoman/core/all-syntaxes')
      return loadSyntax(syntax)
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
}
