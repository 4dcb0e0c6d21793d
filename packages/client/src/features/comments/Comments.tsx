import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { CommentsPanelProps } from './CommentsPanel.tsx'

const CommentsPanel = lazy(async () => ({ default: (await import('./CommentsPanel.tsx')).CommentsPanel }))

/** The comments of a string; their code is loaded when they are first shown. */
export function Comments(props: CommentsPanelProps) {
  return (
    <Suspense fallback={<Skeleton rows={3} height={64} />}>
      <CommentsPanel key={props.keyId} {...props} />
    </Suspense>
  )
}
