import type { CommentReply } from '@dragoman/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAccess } from '../../lib/access/access.ts'
import { Loading } from '../../ui/Loading.tsx'
import { CommentsPanel } from './CommentsPanel.tsx'
import { commentQueries } from './queries.ts'
import { RemoveDialog } from './RemoveDialog.tsx'
import { Thread } from './thread/Thread.tsx'
import { useLinkedComment } from './thread/use-linked-comment.ts'

export type ItemCommentsProps = {
  readonly project: string
  readonly keyId: number
  readonly namespace: string
  /** Null: the comment is for all languages. */
  readonly language: string | null
  /** The thread it is about; null: all comments of the string. */
  readonly threadId: number | null
  /** The comment it is about. */
  readonly commentId: number | null
  readonly isReplying: boolean
  readonly onReplying: (isReplying: boolean) => void
  readonly linkTo: (comment: number) => string
  /** Moves the focus out of the box on `Escape`. */
  readonly onLeave: () => void
}

/** The comments that an item of the inbox is about: one thread, or those of its string. */
export function ItemComments(props: ItemCommentsProps) {
  const { project, keyId, namespace, language, threadId, isReplying, onReplying, linkTo, onLeave } = props
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isReplying && threadId === null)
      [...(place.current?.querySelectorAll('textarea') ?? [])].at(-1)?.focus()
  }, [isReplying, threadId])
  if (threadId !== null) return <OneThread {...props} threadId={threadId} />
  if (language === null) return null
  return (
    <div ref={place}>
      <CommentsPanel
        key={`${keyId} ${language}`}
        {...{ project, keyId, namespace, language, linkTo }}
        target={null}
        onLeave={() => {
          onReplying(false)
          onLeave()
        }}
      />
    </div>
  )
}

function OneThread({
  project,
  namespace,
  threadId,
  commentId,
  isReplying,
  onReplying,
  linkTo,
  onLeave,
}: ItemCommentsProps & { readonly threadId: number }) {
  const access = useAccess()
  const { data, error, refetch } = useQuery(commentQueries.thread(project, threadId))
  const [toRemove, setToRemove] = useState<CommentReply | null>(null)
  // The focus stays on the item of the inbox.
  const showTarget = useLinkedComment(commentId, false)
  if (data === undefined) return <Loading error={error} onRetry={refetch} rows={2} height={64} />
  const on = { language: data.first.language, namespace }
  return (
    <>
      <Thread
        thread={data}
        project={project}
        refusal={access.inThread('comments.add', on)}
        mayModerate={access.inThread('comments.moderate', on) === null}
        target={commentId}
        onTarget={showTarget}
        linkTo={linkTo}
        reply={{
          isOpen: isReplying,
          onOpen: (isOpen) => {
            onReplying(isOpen)
            if (!isOpen) onLeave()
          },
        }}
        onRemove={setToRemove}
      />
      {toRemove === null ? null : (
        <RemoveDialog comment={toRemove} project={project} onClose={() => setToRemove(null)} />
      )}
    </>
  )
}
