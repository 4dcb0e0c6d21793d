import type { ProjectReply } from '@dragoman/contract'
import { useEffect, useState } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'
import { setVisitorAsker, type VisitorIdentity, type VisitorQuestion } from '../../lib/access/visitor.ts'

const VisitorDialog = lazyPart(async () => (await import('./VisitorDialog.tsx')).VisitorDialog, {
  close: ({ onEnd }) => onEnd(null),
})

type Asked = {
  readonly question: VisitorQuestion
  readonly answer: (visitor: VisitorIdentity | null) => void
}

/** Asks people without an account who they are when they suggest something. */
export function VisitorPlace({ project }: { readonly project: ProjectReply }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => setVisitorAsker((question) => new Promise((answer) => setAsked({ question, answer }))), [])
  if (asked === null) return null
  return (
    <VisitorDialog
      project={project}
      question={asked.question}
      onEnd={(visitor) => {
        setAsked(null)
        asked.answer(visitor)
      }}
    />
  )
}
