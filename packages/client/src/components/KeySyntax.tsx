import type { KeyOfSyntax } from '@dragoman/core'
import type { ReactNode } from 'react'
import { MessageSyntaxContext, useMessageSyntax } from '../lib/text/message-syntax.ts'

/** Shows the texts of a key with its syntax: that of its project, unless its file or namespace has another one. */
export function KeySyntax({ of, children }: { readonly of: KeyOfSyntax; readonly children: ReactNode }) {
  return <MessageSyntaxContext value={useMessageSyntax(of)}>{children}</MessageSyntaxContext>
}
