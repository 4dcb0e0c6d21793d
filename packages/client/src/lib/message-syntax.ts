import { i18nextSyntax, loadSyntax, type MessageSyntax } from '@dragoman/core'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

/** How the open project writes placeholders: whatever shows or checks its texts reads them this way. */
export const MessageSyntaxContext = createContext<MessageSyntax>(i18nextSyntax)

export function useMessageSyntax(): MessageSyntax {
  return useContext(MessageSyntaxContext)
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
