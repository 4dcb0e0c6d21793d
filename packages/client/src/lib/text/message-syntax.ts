import { i18nextSyntax, type MessageSyntax, syntaxOfNamespace } from '@dragoman/core'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

/** The message syntax of the open project, by which its texts are shown and checked. */
export const MessageSyntaxContext = createContext<MessageSyntax>(i18nextSyntax)

/** Returns the syntax of the open project or, with a namespace, of the texts in it. */
export function useMessageSyntax(namespace?: string): MessageSyntax {
  const syntax = useContext(MessageSyntaxContext)
  return namespace === undefined ? syntax : syntaxOfNamespace(syntax, namespace)
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

/** Code rather than data: loaded once, and never compared structurally. */
export function syntaxQuery(id: string) {
  return queryOptions({
    queryKey: ['message-syntax', id],
    queryFn: () => loadSyntax(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
}
