import { i18nextSyntax, type MessageSyntax } from '@dragoman/core'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

/** How the open project writes placeholders: whatever shows or checks its texts reads them this way. */
export const MessageSyntaxContext = createContext<MessageSyntax>(i18nextSyntax)

export function useMessageSyntax(): MessageSyntax {
  return useContext(MessageSyntaxContext)
}

/**
 * The syntax with that id. i18next's is here already; all others come in one script of their own when a
 * project first needs one.
 */
export async function loadSyntax(id: string): Promise<MessageSyntax> {
  if (id === i18nextSyntax.id) return i18nextSyntax
  const { syntaxById } = await import('@dragoman/core/all-syntaxes')
  return syntaxById(id)
}

/** Code rather than data: fetched once, and never compared piece by piece. */
export function syntaxQuery(id: string) {
  return queryOptions({
    queryKey: ['message-syntax', id],
    queryFn: () => loadSyntax(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
}
